import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import { timeLimit } from "../../../base/wait.ts";
import type { TrialStatus } from "../../contract/index.ts";

interface Limits {
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** The caller disconnected or cancelled. */
  readonly signal: AbortSignal;
}

/** The status of an exchange that the caller's signal or the deadline ended. */
export async function withinDeadline(
  { clock, deadlineMs, signal }: Limits,
  exchange: (signal: AbortSignal) => Promise<TrialStatus>,
): Promise<TrialStatus> {
  using deadline = timeLimit(
    clock,
    deadlineMs,
    () =>
      new StatusError(
        "DEADLINE_EXCEEDED",
        `No complete response within the deadline of ${deadlineMs} ms; the request was cancelled.`,
      ),
  );
  try {
    return await exchange(AbortSignal.any([signal, deadline]));
  } catch (thrown) {
    const cancelled = new StatusError(
      "CANCELLED",
      "It was cancelled before its response was complete.",
    );
    const { code, message } = signal.aborted ? cancelled : StatusError.from(thrown);
    return { ok: false, code, message };
  }
}
