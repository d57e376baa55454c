import { formatCount, formatDuration } from "../../format/numbers.ts";
import { median, most } from "./figures.ts";

/** Bars that are drawn; of more gaps the longest of each few. */
const MAX_BARS = 240;

/** The time from each token to the next, in order: a bar each, and what is usual and what is most. */
export function TokenGaps({ gaps, left }: { gaps: readonly number[]; left: number }) {
  const longest = most(gaps);
  if (longest === null) return null;
  const each = Math.ceil(gaps.length / MAX_BARS);
  const bars = Array.from({ length: Math.ceil(gaps.length / each) }, (_, i) =>
    Math.max(...gaps.slice(i * each, (i + 1) * each)),
  );
  const words = [
    `${formatCount(gaps.length)} between tokens`,
    median(gaps) !== null && `p50 ${formatDuration(median(gaps))}`,
    `most ${formatDuration(longest)}`,
    each > 1 && `a bar is the longest of ${each}`,
    left > 0 && `${formatCount(left)} more are not kept`,
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-muted text-xs">{words}</figcaption>
      <div
        role="img"
        aria-label={`Time between tokens: ${words}`}
        className="flex h-14 items-end gap-px rounded-md bg-sunken px-2 pt-1.5"
      >
        {bars.map((ms, i) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key: a bar is its place
            key={i}
            data-hint={`${each === 1 ? `Token ${i + 2}` : `Tokens ${i * each + 2} on`}: ${formatDuration(ms)}`}
            className="min-w-0 max-w-3 flex-1 bg-chart-1"
            style={{ height: `${Math.max(2, longest === 0 ? 0 : (ms / longest) * 100)}%` }}
          />
        ))}
      </div>
    </figure>
  );
}
