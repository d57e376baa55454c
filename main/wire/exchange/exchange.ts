import { StatusError } from "../../../base/status-error.ts";
import type { TrialStatus } from "../../contract/index.ts";
import type { AnswerTensor } from "../index.ts";

/** What a client sees of one request, as it happens. */
export interface ExchangeWatch {
  /** There is a connection; it is made again for each request. */
  connected(): void;
  /** The whole request, of this many bytes without the protocol's own framing, was handed to the system. */
  sent(bytes: number): void;
  firstByte(): void;
  response(response: ExchangeResponse): void;
}

export interface ExchangeResponse {
  readonly bytes: number;
  readonly modelVersion: string;
  readonly outputs: readonly AnswerTensor[];
}

/** Where no one answered, as against a server that says no. */
export function unreachable(address: string, cause: string): TrialStatus {
  return {
    ok: false,
    code: "UNAVAILABLE",
    message: `No answer from ${address}: ${cause || "the connection ended"}.`,
  };
}

/** An answer that came and cannot be read. */
export function unreadable(error: unknown): TrialStatus {
  const { code, message } = StatusError.from(error, "DATA_LOSS");
  return { ok: false, code, message };
}

/** Larger answers are given up: they would be held in memory whole, to show their first elements. */
export const MOST_ANSWER_BYTES = 256 * 1024 * 1024;

export function tooLarge(): TrialStatus {
  const message = `The answer is larger than ${MOST_ANSWER_BYTES} bytes; reading stopped.`;
  return { ok: false, code: "RESOURCE_EXHAUSTED", message };
}
