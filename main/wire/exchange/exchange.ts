import { StatusError } from "../../../base/status-error.ts";
import type { ConnectionLoss, TrialStatus } from "../../contract/index.ts";
import type { ResponseTensor } from "../index.ts";

/** What a client observes of one request, as it happens. */
export interface ExchangeWatch {
  /** Connected, or given a kept connection. */
  connected(): void;
  /** The complete request, of this many bytes without the protocol's framing, was handed to the system. */
  sent(bytes: number): void;
  firstByte(): void;
  response(response: ExchangeResponse): void;
  /** The connection failed or ended before a response. */
  lost?(loss: ConnectionLoss): void;
}

export interface ExchangeResponse {
  readonly bytes: number;
  readonly modelVersion: string;
  readonly outputs: readonly ResponseTensor[];
}

/** No response at all, as opposed to a rejection. */
export function unreachable(address: string, cause: string): TrialStatus {
  return {
    ok: false,
    code: "UNAVAILABLE",
    message: `No response from ${address}: ${cause || "the connection ended"}.`,
  };
}

/** A response that can't be parsed. */
export function unreadable(error: unknown): TrialStatus {
  const { code, message } = StatusError.from(error, "DATA_LOSS");
  return { ok: false, code, message };
}

/** Larger responses are abandoned: they would be held in memory to show their first elements. */
export const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;

export function tooLarge(): TrialStatus {
  const message = `The response is larger than ${MAX_RESPONSE_BYTES} bytes; reading stopped.`;
  return { ok: false, code: "RESOURCE_EXHAUSTED", message };
}
