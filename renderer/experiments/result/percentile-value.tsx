import type { Percentile } from "../../../main/contract/index.ts";
import { formatDuration } from "../../format/numbers.ts";

const TOO_FEW = "too few requests";

/** "4.42 – 5.02 ms": the unit once where it is the same. */
export function formatInterval(low: number, high: number): string {
  const [from, to] = [formatDuration(low), formatDuration(high)];
  const [value, unit] = from.split(" ");
  return to.endsWith(` ${unit}`) && from.split(" ").length === 2
    ? `${value} – ${to}`
    : `${from} – ${to}`;
}

interface PercentileValueProps {
  readonly response: Percentile;
  /** Next to it where requests were due at instants fixed beforehand. */
  readonly service: Percentile | undefined;
  /** By how much it may read high, ms, as the step's verdict states it; 0: by nothing that is worth showing. */
  readonly mayReadHighMs?: number;
}

/** Smaller errors, as a share of the value, are not shown. */
const WORTH_SHOWING = 0.01;

/** A percentile with the interval that its rank is known to, 95 %; what the sample does not support is not shown. */
export function PercentileValue({ response, service, mayReadHighMs = 0 }: PercentileValueProps) {
  if (!response) {
    return (
      <span
        className="inline-block w-18 whitespace-normal text-muted text-xs leading-4"
        data-hint="The sample does not support this percentile."
      >
        {TOO_FEW}
      </span>
    );
  }
  const { value, low, high } = response;
  return (
    <span className="flex flex-col items-end leading-4">
      <span>{formatDuration(value)}</span>
      {/* What came from perf_analyzer's CSV has none. */}
      {low < high && (
        <span
          className="text-muted text-xs"
          data-hint="The 95 % interval of the percentile, from the ranks of the sample."
        >
          {formatInterval(low, high)}
        </span>
      )}
      {mayReadHighMs >= WORTH_SHOWING * value && mayReadHighMs > 0 && (
        <span
          className="text-bad text-xs"
          data-hint={`This may read up to ${formatDuration(mayReadHighMs)} high: other work on the machine delayed the measurement. The verdict states the reason.`}
        >
          up to {formatDuration(mayReadHighMs)} high
        </span>
      )}
      {service && (
        <span
          className="text-muted text-xs"
          data-hint="Service time: counts from sending, without the delay since the scheduled time."
        >
          service {formatDuration(service.value)}
        </span>
      )}
    </span>
  );
}
