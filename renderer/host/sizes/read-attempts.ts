import { StatusError } from "../../../base/status-error.ts";
import { modelSizes, type SizeAttempt } from "../../../main/contract/index.ts";

/** The host's attempts to find input sizes, if an error contains them; else null. */
export function readAttempts(error: Error | null): readonly SizeAttempt[] | null {
  if (!(error instanceof StatusError)) return null;
  const { data } = modelSizes.shape.attempts.safeParse(error.details.attempts);
  return data ?? null;
}
