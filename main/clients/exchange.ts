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

/** How it ended, in the server's own code and words. */
export interface ExchangeEnd {
  readonly ok: boolean;
  readonly code: string;
  readonly message: string;
}

/** Where nobody answered, as against a server that says no. */
export function unreachable(address: string, cause: string): ExchangeEnd {
  return {
    ok: false,
    code: "UNAVAILABLE",
    message: `No answer from ${address}: ${cause || "the connection ended"}.`,
  };
}

/** An answer that came and cannot be read. */
export function unreadable(error: unknown): ExchangeEnd {
  return { ok: false, code: "DATA_LOSS", message: (error as Error).message };
}
