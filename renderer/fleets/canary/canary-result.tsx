import type { Canary, OutputDifference, SideFigures } from "../../../main/contract/index.ts";
import { formatChange, formatCount, formatDuration, NONE } from "../../format/numbers.ts";
import { count } from "../../format/words.ts";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";

/** What two gave for the same inputs, and how they answered. */
export function CanaryResult({ canary }: { canary: Canary }) {
  const { compared, notCompared, outputs, a, b, heldBack } = canary;
  if (a.sent + b.sent === 0) return null;
  return (
    <>
      <p className="px-4">
        {outputWords(canary)}
        {notCompared.count > 0 && (
          <span className="block text-bad">
            {count(notCompared.count, "input was", "inputs were")} not answered well by both:{" "}
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
            { key: "relative", head: "Largest of its value", numeric: true },
            { key: "mean", head: "Mean", numeric: true },
            { key: "beyond", head: "Elements beyond", numeric: true },
            { key: "flips", head: "Classes that flip", numeric: true },
          ]}
          rows={outputs.map((output) => ({ key: output.name, cells: outputCells(output) }))}
        />
      )}
      <DataTable
        caption="How both answered"
        columns={[
          { key: "what", head: "Requests and latency" },
          { key: "a", head: "A", numeric: true },
          { key: "b", head: "B", numeric: true },
          { key: "change", head: "B against A", numeric: true },
        ]}
        rows={[
          row("Sent", a, b, ({ sent }) => sent, formatCount, false),
          row("Answered", a, b, ({ answered }) => answered, formatCount, false),
          row("Failed", a, b, ({ sent, answered }) => sent - answered, formatCount, false),
          row("Mean", a, b, ({ meanMs }) => meanMs, formatDuration),
          row("p50", a, b, ({ p50Ms }) => p50Ms, formatDuration),
          row("p95", a, b, ({ p95Ms }) => p95Ms, formatDuration),
          row("p99", a, b, ({ p99Ms }) => p99Ms, formatDuration),
        ]}
      />
      <Failures name="A" side={a} />
      <Failures name="B" side={b} />
      {heldBack > 0 && (
        <p className="px-4 text-warn">
          {count(heldBack, "request was", "requests were")} held back: 64 were under way already.
        </p>
      )}
    </>
  );
}

function outputWords({ compared, outputs, plan }: Canary): string {
  if (compared === 0) return "No outputs could be compared yet.";
  const inputs = count(compared, "input");
  const unlike = outputs.filter(({ unlike: why }) => why !== null).length;
  const requests = Math.max(0, ...outputs.map(({ requestsBeyond }) => requestsBeyond));
  if (unlike > 0) return `${inputs} to both: ${count(unlike, "output")} cannot be compared.`;
  if (requests === 0)
    return `${inputs} to both: the outputs are the same within ${plan.absolute} and ${percent(plan.relative)} of the value.`;
  return `${inputs} to both: outputs differ for ${requests} of them.`;
}

/** However small. */
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

function row(
  label: string,
  a: SideFigures,
  b: SideFigures,
  pick: (side: SideFigures) => number | null,
  format: (value: number | null) => string,
  against = true,
) {
  const [left, right] = [pick(a), pick(b)];
  const change = against && left && right !== null ? (right - left) / left : null;
  return {
    key: label,
    cells: [label, format(left), format(right), against ? formatChange(change) : ""],
  };
}

function Failures({ name, side }: { name: string; side: SideFigures }) {
  if (side.failures.length === 0) return null;
  return (
    <ul aria-label={`Failures of ${name}`} className="px-4 text-bad text-xs">
      {side.failures.map(({ code, message, count: times }) => (
        <li key={`${code} ${message}`}>
          {name}: {times} × {code}: {message}
        </li>
      ))}
    </ul>
  );
}
