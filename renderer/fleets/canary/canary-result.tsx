import type { Canary, OutputDifference } from "../../../main/contract/index.ts";
import { formatCount, NONE } from "../../format/numbers.ts";
import { count } from "../../format/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { CanaryTraffic } from "./canary-traffic.tsx";

/** Differences of two sides' responses to the same inputs, and figures of their traffic. */
export function CanaryResult({ canary }: { canary: Canary }) {
  const { compared, notCompared, outputs, traffic } = canary;
  if (compared + notCompared.count === 0) return null;
  return (
    <>
      <p className="px-4">
        {describeOutputs(canary)}
        {notCompared.count > 0 && (
          <span className="block text-bad">
            {count(notCompared.count, "input was", "inputs were")} not answered by both:{" "}
            {notCompared.reason}
          </span>
        )}
      </p>
      {compared > 0 && outputs.length > 0 && (
        <DataTable
          caption="Differences of outputs"
          columns={[
            { key: "output", head: "Output" },
            { key: "verdict", head: "Verdict" },
            { key: "absolute", head: "Largest", numeric: true },
            { key: "relative", head: "Largest relative difference", numeric: true },
            { key: "mean", head: "Mean", numeric: true },
            { key: "beyond", head: "Elements beyond", numeric: true },
            { key: "flips", head: "Classes that differ", numeric: true },
          ]}
          rows={outputs.map((output) => ({ key: output.name, cells: outputCells(output) }))}
        />
      )}
      {traffic && <CanaryTraffic traffic={traffic} />}
    </>
  );
}

function describeOutputs({ compared, outputs, plan }: Canary): string {
  if (compared === 0) return "No outputs could be compared yet.";
  const inputs = count(compared, "input");
  const unlike = outputs.filter(({ unlike: why }) => why !== null).length;
  const requests = Math.max(0, ...outputs.map(({ requestsBeyond }) => requestsBeyond));
  if (unlike > 0) return `${inputs} to both: ${count(unlike, "output")} cannot be compared.`;
  if (requests === 0)
    return `${inputs} to both: the outputs are the same within ${plan.absolute} and ${percent(plan.relative)} of the value.`;
  return `${inputs} to both: outputs differ for ${requests} of them.`;
}

/** A percentage with enough digits for small shares. */
function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

function outputCells(output: OutputDifference) {
  const { name, datatype, unlike, beyond, elements, unbounded } = output;
  const number = (value: number | null) => (value === null ? NONE : value.toPrecision(3));
  return [
    <span key="name">
      {name} <span className="text-muted text-xs">{datatype}</span>
      {unlike && <span className="block text-bad text-xs">{unlike}</span>}
      {unbounded > 0 && (
        <span className="block text-bad text-xs">
          {count(unbounded, "element")} NaN or infinite on one side
        </span>
      )}
    </span>,
    <Badge key="verdict" tone={unlike || beyond > 0 ? "warn" : "good"}>
      {unlike ? "Not comparable" : beyond > 0 ? "Differs" : "Same"}
    </Badge>,
    number(output.largestAbsolute),
    output.largestRelative === null ? NONE : percent(output.largestRelative),
    number(output.meanAbsolute),
    `${formatCount(beyond)} of ${formatCount(elements)}`,
    output.rows === null ? NONE : `${formatCount(output.flips)} of ${formatCount(output.rows)}`,
  ];
}
