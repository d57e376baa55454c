import { formatCount, NONE } from "../format/numbers.ts";
import { cx } from "../ui/classes.ts";
import { describeFailures, failureFigures, type Outcomes } from "../figures/failure-figures.ts";

const tones = { none: undefined, some: "text-warn", many: "text-bad" };

/** Failures as a share of the last minute's requests and per second, with the total since the load below. */
export function FailureCell({ outcomes }: { outcomes: Outcomes }) {
  const figures = failureFigures(outcomes);
  const { level, perSecond, shareText, sinceLoad } = figures;
  return (
    <span data-hint={describeFailures(figures)} className="block whitespace-nowrap tabular-nums">
      {level === "none" ? (
        <span>{perSecond === null ? NONE : "0"}</span>
      ) : (
        <span className={cx("font-medium", tones[level])}>
          {shareText}
          <span className="font-normal text-xs"> · {formatCount(perSecond)}/s</span>
        </span>
      )}
      {sinceLoad !== null && sinceLoad > 0 && (
        <span className="block text-muted text-xs">{formatCount(sinceLoad)} since load</span>
      )}
    </span>
  );
}
