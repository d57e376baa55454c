import { formatDuration } from "../format/numbers.ts";
import { formatClock } from "../format/time.ts";
import { Badge } from "../ui/badge.tsx";
import { cx } from "../ui/classes.ts";
import type { TraceTree } from "./trace-log.ts";
import { totalMs } from "./trace-spans.ts";

interface TraceTableProps {
  readonly trees: readonly TraceTree[];
  readonly selected: number;
  readonly onPick: (id: number) => void;
}

const SHOWN = 200;
const heads = ["Trace", "Time", "Total", "Outcome", "Batch", "Instance"];

/** The newest traces; selecting one shows its phases. */
export function TraceTable({ trees, selected, onPick }: TraceTableProps) {
  return (
    <div
      role="group"
      aria-label="Recent traces"
      // Focusable, since it scrolls in a narrow window.
      tabIndex={0}
      className="max-h-[32rem] overflow-auto"
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">Recent traces, newest first</caption>
        <thead className="sticky top-0 z-10 bg-surface text-left text-muted text-xs">
          <tr className="border-line border-b">
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className={cx(
                  "whitespace-nowrap px-3 py-1.5 font-medium",
                  (head === "Total" || head === "Batch") && "text-right",
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {trees.slice(0, SHOWN).map(({ trace, children }) => (
            <tr
              key={`${trace.id} ${trace.startedAtMs}`}
              className={cx(
                "border-line border-b last:border-b-0",
                trace.id === selected ? "bg-accent-soft" : "hover:bg-hover",
              )}
            >
              <th scope="row" className="px-3 py-1 text-left font-normal">
                <button
                  type="button"
                  aria-pressed={trace.id === selected}
                  className="font-semibold text-accent hover:underline"
                  onClick={() => onPick(trace.id)}
                >
                  {trace.id}
                </button>
                {children.length > 0 && (
                  <span className="text-muted text-xs"> {children.length} steps</span>
                )}
              </th>
              <td className="whitespace-nowrap px-3 py-1">{formatClock(trace.startedAtMs)}</td>
              <td className="whitespace-nowrap px-3 py-1 text-right">
                {formatDuration(totalMs(trace))}
              </td>
              <td className="px-3 py-1">
                {trace.error ? (
                  <Badge tone="bad" hint={trace.error}>
                    Failed
                  </Badge>
                ) : trace.cacheHit ? (
                  <Badge tone="accent">Cache hit</Badge>
                ) : (
                  <Badge tone="good">Answered</Badge>
                )}
              </td>
              <td className="px-3 py-1 text-right">{trace.batchSize || "–"}</td>
              <td className="whitespace-nowrap px-3 py-1">{trace.instance || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
