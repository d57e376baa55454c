import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import { isUnprocessed } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import { exchangeOnce, type PreparedRequest } from "../wire/exchange/index.ts";
import type { ProbeOutcome } from "./tally.ts";

export const DEADLINE_MS = 5000;

interface Sending {
  readonly wire: "http" | "grpc";
  readonly request: PreparedRequest;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Sends a request, and once more if the server refused it unprocessed (PROBE-12). Finding the server's address counts against
 * the deadline, too: an engine that restarts has none for a while.
 */
export async function sendProbeRequest(
  server: ServerAdapter,
  sending: Sending,
): Promise<ProbeOutcome> {
  const { clock } = sending;
  const silent = Promise.withResolvers<ProbeOutcome>();
  const message = `No response within ${DEADLINE_MS} ms.`;
  const expiresAt = clock.monotonic() + DEADLINE_MS;
  let sentAgain = false;
  using _deadline = clock.after(DEADLINE_MS, () =>
    silent.resolve({ kind: "lost", message, how: "silent" }),
  );
  const send = async (): Promise<ProbeOutcome> => {
    const outcome = await sendOnce(server, sending);
    if (outcome.kind !== "lost" || !isUnprocessed(outcome.how)) return outcome;
    const deadlineMs = Math.floor(expiresAt - clock.monotonic());
    if (deadlineMs < 1) return outcome;
    sentAgain = true;
    return await sendOnce(server, { ...sending, request: { ...sending.request, deadlineMs } });
  };
  const outcome = await Promise.race([send(), silent.promise]);
  return sentAgain ? { ...outcome, sentAgain } : outcome;
}

async function sendOnce(
  server: ServerAdapter,
  { wire, request, clock, signal }: Sending,
): Promise<ProbeOutcome> {
  try {
    const { status, hasResponse, loss } = await exchangeOnce(server, wire, request, {
      clock,
      signal,
    });
    if (status.ok) return { kind: "ok" };
    const message = `${status.code}: ${status.message}`;
    if (hasResponse && loss === null && status.code !== "DEADLINE_EXCEEDED")
      return { kind: "failed", message };
    return { kind: "lost", message, how: loss };
  } catch (error) {
    return { kind: "lost", message: StatusError.from(error).message, how: "refused" };
  }
}
