import type { ExperimentStep } from "../../../main/contract/index.ts";
import { formatBytes, formatCount, formatPercent } from "../../format/numbers.ts";
import { Facts } from "./facts.tsx";

/** The server's metrics during the step: machine, GPUs, queue depth. */
export function MachineFacts({ machine }: Pick<ExperimentStep, "machine">) {
  if (!machine) return null;
  const { cpuMean, memoryMaxBytes, pendingMean, cacheEvictions, failures, gpus } = machine;
  return (
    <section aria-label="The server’s machine">
      <h3 className="mb-1 font-semibold">The server’s machine</h3>
      <Facts
        facts={[
          ["CPU, mean", formatPercent(cpuMean), "Of all cores, by the server’s metrics."],
          ["Memory at most", formatBytes(memoryMaxBytes)],
          [
            "Pending, mean",
            formatCount(pendingMean),
            "Requests of the measured models that waited.",
          ],
          ...(cacheEvictions === null
            ? []
            : [["Cache evictions", formatCount(cacheEvictions)] as const]),
          ...failures.map(
            ({ reason, count }) => [`Failed: ${reason}`, formatCount(count)] as const,
          ),
          ["Readings", formatCount(machine.samples)],
        ]}
      />
      {gpus.map((gpu) => (
        <div key={gpu.uuid} className="mt-2">
          <h4 className="text-muted text-xs wrap-anywhere">{gpu.uuid}</h4>
          <Facts
            facts={[
              ["Utilization, mean", formatPercent(gpu.utilizationMean)],
              [
                "Memory at most",
                `${formatBytes(gpu.memoryMaxBytes)} of ${formatBytes(gpu.memoryTotalBytes)}`,
              ],
              ["Power, mean", watts(gpu.powerMeanWatts)],
              ["Energy", gpu.energyJoules === null ? "–" : `${formatCount(gpu.energyJoules)} J`],
            ]}
          />
        </div>
      ))}
    </section>
  );
}

const watts = (value: number | null) => (value === null ? "–" : `${formatCount(value)} W`);
