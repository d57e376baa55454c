import { formatCount, formatPercent } from "../format/numbers.ts";
import type { BatchCounts } from "./samples.ts";

/** Executions by batch size, in the height of a table row; its hint lists them all. */
export function BatchHistogram({ batches }: { batches: BatchCounts }) {
  const total = batches.reduce((sum, [, count]) => sum + count, 0);
  const top = Math.max(1, ...batches.map(([, count]) => count));
  const words = batches.map(
    ([size, count]) => `${size}: ${formatPercent(count / total)} (${formatCount(count)})`,
  );
  return (
    <span
      role="img"
      aria-label={`Executions by batch size: ${words.join(", ")}`}
      data-hint={`Executions by batch size\n${words.join("\n")}`}
      className="inline-flex h-6 items-end gap-px align-middle"
    >
      {batches.map(([size, count]) => (
        <span
          key={size}
          className="w-1.5 rounded-t-sm bg-chart-1"
          style={{ height: `${Math.max(6, (count / top) * 100)}%` }}
        />
      ))}
    </span>
  );
}
