import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { InputChoice, SizeAttempt, TrialStatus } from "../contract/index.ts";

/** All requests of a search together, ms. */
const MAX_SEARCH_MS = 30_000;

export interface ProbeResult {
  /** Null where none succeeded. */
  readonly found: InputChoice | null;
  /** In the order they were sent; the last one is the one that succeeded. */
  readonly attempts: readonly SizeAttempt[];
  /** The last failure has other reasons than what was sent, such as a server that is down. */
  readonly blocked: boolean;
}

/** Sends one request and says how it ended. Rejects where nothing could be sent, and CANCELLED. */
export type SendChoice = (choice: InputChoice, signal: AbortSignal) => Promise<TrialStatus>;

/** Tries one choice after the other until one succeeds (SPEC.md, SIZE-4). */
export async function probeSizes(
  choices: readonly InputChoice[],
  send: SendChoice,
  clock: Clock,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const attempts: SizeAttempt[] = [];
  const endsAt = clock.monotonic() + MAX_SEARCH_MS;
  for (const choice of choices) {
    signal.throwIfAborted();
    if (attempts.length > 0 && clock.monotonic() >= endsAt) break;
    const { ok, code, message } = await send(choice, signal);
    attempts.push({ ...choice, ok, code, message });
    if (ok) return { found: choice, attempts, blocked: false };
    if (!isInputFault(code)) return { found: null, attempts, blocked: true };
  }
  return { found: null, attempts, blocked: false };
}

/** Codes with which servers reject, or fail on, what a request holds. */
const INPUT_FAULTS: ReadonlySet<string> = new Set([
  "INVALID_ARGUMENT",
  "OUT_OF_RANGE",
  "FAILED_PRECONDITION",
  "INTERNAL",
  "UNKNOWN",
  "HTTP 400",
  "HTTP 422",
  "HTTP 500",
]);

export const isInputFault = (code: string) => INPUT_FAULTS.has(code);

/** "x [3, 224, 224], sr 16000": sizes and contents in a line. */
export function choiceText({ shapes, byInput }: InputChoice): string {
  const constants = Object.entries(byInput).flatMap(([name, content]) =>
    content.kind === "uniform" && content.least === content.most && !Object.hasOwn(shapes, name)
      ? [`${name} ${content.least}`]
      : [],
  );
  const sizes = Object.entries(shapes).map(([name, shape]) => `${name} [${shape.join(", ")}]`);
  return [...sizes, ...constants].join(", ");
}

/** FAILED_PRECONDITION with the server's last words, for what needs sizes and has none. */
export function noSizesError(model: string, attempts: readonly SizeAttempt[]): StatusError {
  const last = attempts.at(-1);
  const tried =
    attempts.length === 1
      ? "The request that tried sizes"
      : `All ${attempts.length} requests that tried sizes`;
  const words = last
    ? ` ${tried} failed. With ${choiceText(last)}: ${last.code}: ${last.message}`
    : "";
  return new StatusError(
    "FAILED_PRECONDITION",
    `Model '${model}' has dynamic dimensions, and no sizes are known that run.${words} Enter the shape.`,
    { details: { field: "shapes", model, attempts: [...attempts] } },
  );
}
