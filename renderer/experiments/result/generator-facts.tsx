import type { ExperimentStep, PossibleError } from "../../../main/contract/index.ts";
import { formatCount, formatDuration, formatPercent } from "../../format/numbers.ts";
import { Facts } from "./facts.tsx";

/** Whether the load generator was a bottleneck. */
export function GeneratorFacts({ step }: { step: ExperimentStep }) {
  const { generator, otherCpu } = step;
  const { offeredRate, achievedRate } = generator;
  return (
    <section>
      <h3 className="mb-1 font-semibold">The load generator</h3>
      <Facts
        facts={[
          ["CPU of one core", formatPercent(generator.cpu)],
          ["Requests sent", formatCount(generator.sends)],
          ...(step.jsonTensors
            ? [
                [
                  "Tensors",
                  "JSON tensors",
                  "The server does not report support for binary tensors over HTTP, so both sides spend more time on each request.",
                ] as const,
              ]
            : []),
          ...(offeredRate === null
            ? []
            : ([
                [
                  "Sent late",
                  `${formatCount(generator.lateSends)} (${formatPercent(generator.sends === 0 ? 0 : generator.lateSends / generator.sends)})`,
                  "More than 1 ms after their scheduled time.",
                ],
                ["Lag p50", formatDuration(generator.lagP50Ms)],
                ["Lag p99", formatDuration(generator.lagP99Ms)],
                ["Lag at most", formatDuration(generator.lagMaxMs)],
                ["Offered", `${formatCount(offeredRate)} req/s`],
                ["Achieved", achievedRate === null ? "–" : `${formatCount(achievedRate)} req/s`],
              ] as const)),
          ["Event loop p99", formatDuration(generator.eventLoopP99Ms)],
          ...(step.possibleError
            ? [
                [
                  "Possible error of p50, p99",
                  `${formatDuration(largest(step.possibleError, "p50"))}, ${formatDuration(largest(step.possibleError, "p99"))}`,
                  "How much too high they may read because of late sends, late handling, or other programs.",
                ] as const,
              ]
            : []),
          [
            "Other load",
            formatPercent(otherCpu),
            "Share of the machine used by neither generator nor server.",
          ],
        ]}
      />
    </section>
  );
}

const largest = (
  { sending, receiving, waiting }: PossibleError,
  percentile: keyof PossibleError["receiving"],
): number =>
  Math.max(receiving[percentile], ...[sending, waiting].map((errors) => errors?.[percentile] ?? 0));
