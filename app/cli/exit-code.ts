import { StatusError } from "../../base/status-error.ts";
import type { Measured } from "./measure/measured.ts";
import { printError } from "./output.ts";

/** Why the server no longer responds to `ask` after requests failed; null if it does. */
export async function connectionLossReason(
  { gone, steps }: Pick<Measured, "gone" | "steps">,
  ask: () => Promise<unknown>,
): Promise<string | null> {
  if (gone !== null || steps.every(({ step }) => step.failures.length === 0)) return gone;
  try {
    await ask();
    return null;
  } catch (error) {
    return StatusError.from(error).message;
  }
}

/** Nothing was measured: earlier result files stay. */
export function endedBeforeAll(interrupted: string | null): number {
  const why = interrupted ?? "The run was cancelled.";
  printError(`${why} Nothing was measured yet, and no file was written.\n`);
  return interrupted === null ? 1 : 130;
}

/** Exit codes of `measure --help`; prints why there is no result, or only a partial one. */
export function exitCode(
  { steps, failure }: Measured,
  interrupted: boolean,
  gone: string | null,
): number {
  if (interrupted) return 130;
  if (steps.some(({ step }) => step.successes > 0)) {
    if (failure !== null) {
      printError(`The measurement ended early: ${failure}\n`);
      return 1;
    }
    if (gone !== null) {
      printError(`The server stopped responding during the measurement: ${gone}\n`);
      return 1;
    }
    const isBad = steps.some(
      ({ step, isStable }) => isStable === false || step.verdict.verdict === "invalid",
    );
    return isBad ? 2 : 0;
  }
  const [first] = steps.flatMap(({ step }) => step.failures);
  printError(
    `Nothing could be measured: no request succeeded${first ? ` (${first.status}: ${first.message})` : ""}.\n`,
  );
  return 1;
}
