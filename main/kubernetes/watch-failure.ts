import { StatusError } from "../../base/status-error.ts";
import type { KubeStatus } from "./objects.ts";

/** A watch's message in place of an object. */
export function toStatusError({ code, message }: KubeStatus, what: string): StatusError {
  return new StatusError(
    code === 410 ? "OUT_OF_RANGE" : "UNAVAILABLE",
    `Watching ${what} ended: ${message ?? "the API server did not say why"}.`,
  );
}

const TIMEOUTS: ReadonlySet<unknown> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

/** Null: the watch ended as watches do, and can continue from where it was. */
export function watchFailure(
  thrown: unknown,
  server: string,
  what: string,
  wasOpen: boolean,
): StatusError | null {
  const { details, cause } = StatusError.from(thrown);
  const isSilence = TIMEOUTS.has((cause as { code?: unknown } | undefined)?.code);
  if (isSilence && wasOpen) return null;
  if (details.http === 410) return toStatusError({ code: 410 }, what);
  const isAnswer = details.http !== undefined || details.unreachable === true;
  if (thrown instanceof StatusError && !isAnswer) return thrown;
  return new StatusError(
    "UNAVAILABLE",
    describeWatchFailure(isSilence, details.http, server, what),
  );
}

/** The list that is tried next gives a better message than the watch's status line. */
function describeWatchFailure(
  isSilence: boolean,
  http: unknown,
  server: string,
  what: string,
): string {
  if (typeof http === "number")
    return `The API server does not let ${what} be watched (HTTP ${http}).`;
  return isSilence
    ? `The API server ${server} did not answer when ${what} were to be watched.`
    : `The connection to the API server ${server} was lost while ${what} were watched.`;
}
