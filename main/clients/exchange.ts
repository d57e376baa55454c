import type { TrialStatus } from "../contract/index.ts";
import type { AnswerTensor } from "../lab/inputs/index.ts";

/** What a client sees of one request, as it happens. */
export interface ExchangeWatch {
  /** There is a connection; it is made anew for each request. */
  connected(): void;
  /** The whole request, of so many bytes without the protocol's own framing, was handed to the system. */
  sent(bytes: number): void;
  firstByte(): void;
  response(response: ExchangeResponse): void;
}

export interface ExchangeResponse {
  readonly bytes: number;
  readonly modelVersion: string;
  readonly outputs: readonly AnswerTensor[];
}

/** Where nobody answered, as against a server that says no. */
export function unreachable(address: string, cause: string): TrialStatus {
  return {
    ok: false,
    code: "UNAVAILABLE",
    message: `No answer from ${address}: ${cause || "the connection ended"}.`,
  };
}

/** An answer that came and cannot be read. */
export function unreadable(error: unknown): TrialStatus {
  return { ok: false, code: "DATA_LOSS", message: (error as Error).message };
}
