import type { Canary, CanaryLatency, SideFigures } from "../../../main/contract/index.ts";
import {
  formatChange,
  formatCount,
  formatDuration,
  formatPercent,
  NONE,
} from "../../format/numbers.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";

const VERDICTS: Readonly<Record<CanaryLatency["verdict"], readonly [label: string, tone: Tone]>> = {
  better: ["better", "good"],
  worse: ["worse", "bad"],
  "no difference shown": ["no significant difference", "neutral"],
  "too few": ["too few responses", "neutral"],
};

/** Figures of A and B under their shared load. */
export function CanaryTraffic({
  traffic: { a, b, latency, notes },
}: {
  traffic: NonNullable<Canary["traffic"]>;
}) {
  const left = [a, b].filter(({ servers, behind }) => servers > 0 && servers < behind);
  return (
    <>
      <DataTable
        caption="Results under traffic"
        columns={[
          { key: "what", head: "Requests and latency" },
          { key: "a", head: "A", numeric: true },
          { key: "b", head: "B", numeric: true },
          { key: "change", head: "B against A", numeric: true },
          { key: "verdict", head: "Verdict" },
        ]}
        rows={[
          row("Answered", formatCount(a.answered), formatCount(b.answered)),
          row("Failed", formatFailures(a), formatFailures(b)),
          row("Mean", formatDuration(a.meanMs), formatDuration(b.meanMs)),
          ...latency.map(latencyRow),
        ]}
      />
      <p className="px-4 text-muted text-xs">
        Latency from the scheduled instant, as in an experiment, with intervals of 95 %. Only
        intervals that don't overlap show a difference.
        {left.length > 0 &&
          ` Of a fleet ${left.map(({ servers, behind }) => `${servers} of ${behind}`).join(" and ")} replicas were sent traffic.`}
      </p>
      {notes.map((note) => (
        <p key={note} className="px-4 text-warn text-xs">
          {note}
        </p>
      ))}
      <Failures name="A" side={a} />
      <Failures name="B" side={b} />
    </>
  );
}

function row(label: string, a: string, b: string) {
  return { key: label, cells: [label, a, b, "", ""] };
}

function latencyRow({ percentile, a, b, relative, verdict }: CanaryLatency) {
  const name = `p${percentile}`;
  const [label, tone] = VERDICTS[verdict];
  return {
    key: name,
    cells: [
      name,
      formatEstimate(a),
      formatEstimate(b),
      formatChange(relative),
      <Badge key="verdict" tone={tone}>
        {label}
      </Badge>,
    ],
  };
}

function formatEstimate(estimate: CanaryLatency["a"]): string {
  if (!estimate) return NONE;
  const { value, low, high } = estimate;
  return `${formatDuration(value)} (${formatDuration(low)} to ${formatDuration(high)})`;
}

function formatFailures({ answered, failed }: SideFigures): string {
  if (failed === 0) return "0";
  return `${formatCount(failed)} (${formatPercent(failed / (answered + failed))})`;
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
