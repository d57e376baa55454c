import type { ExperimentStep } from "../../../main/contract/index.ts";
import { formatCount } from "../../format/numbers.ts";

/** The requests that did not succeed, by what was said of them. */
export function FailureList({ failures }: Pick<ExperimentStep, "failures">) {
  if (failures.length === 0) return null;
  return (
    <ul aria-label="Failures" className="text-bad">
      {failures.map(({ status, message, count }) => (
        <li key={`${status} ${message}`} className="wrap-anywhere">
          {formatCount(count)} × {status}: {message}
        </li>
      ))}
    </ul>
  );
}
