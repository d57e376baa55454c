import { useMemo } from "react";
import { formatDuration } from "../format/numbers.ts";
import { cx } from "../ui/classes.ts";
import { type Span, toSpans } from "./trace-spans.ts";
import type { TraceTree } from "./trace-log.ts";

/** The phases of one request: one row each, on a common time axis. */
export function Waterfall({ tree }: { tree: TraceTree }) {
  const spans = useMemo(() => toSpans(tree), [tree]);
  const total = Math.max(1e-6, ...spans.map(({ end }) => end));
  return (
    <table className="w-full table-fixed border-collapse text-xs">
      <caption className="sr-only">Time by phase</caption>
      <thead className="text-muted">
        <tr className="border-line border-b">
          <th scope="col" className="w-48 px-4 py-1.5 text-left font-medium">
            Phase
          </th>
          <th scope="col" className="py-1.5 text-left font-medium">
            <span className="flex justify-between">
              <span>0 ms</span>
              <span>{formatDuration(total / 2)}</span>
              <span>{formatDuration(total)}</span>
            </span>
          </th>
          <th scope="col" className="w-24 px-4 py-1.5 text-right font-medium">
            Time
          </th>
        </tr>
      </thead>
      <tbody>
        {spans.map((span) => (
          <Row key={span.key} span={span} total={total} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ span, total }: { span: Span; total: number }) {
  const { label, depth, start, end, phase } = span;
  const percent = (ms: number) => `${(ms / total) * 100}%`;
  return (
    <tr className="border-line border-b last:border-b-0 hover:bg-hover">
      <th
        scope="row"
        className={cx("truncate py-1 pr-2 text-left", phase ? "font-normal" : "font-semibold")}
        style={{ paddingLeft: 16 + depth * 14 }}
        data-hint={phase?.meaning}
      >
        {label}
      </th>
      <td className="py-1">
        <span
          className="relative block h-4"
          data-hint={`${label}: ${formatDuration(end - start)}, from ${formatDuration(start)} to ${formatDuration(end)}`}
        >
          <span
            className={cx("absolute inset-y-0.5 min-w-px rounded-sm", !phase && "bg-line-strong")}
            style={{
              left: percent(start),
              width: percent(end - start),
              ...(phase ? { background: phase.color } : {}),
            }}
          />
        </span>
      </td>
      <td className="whitespace-nowrap px-4 py-1 text-right">{formatDuration(end - start)}</td>
    </tr>
  );
}
