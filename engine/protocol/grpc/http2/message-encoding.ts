import { StatusError } from "../../../../base/status-error.ts";
import { ACCEPT_ENCODING, decompress, type Encoding, isEncoding } from "../framing/encodings.ts";
import type { ReceiveLimits } from "../framing/message-reader.ts";
import type { Headers } from "../../http2/header-list.ts";

function requestEncoding(headers: Headers): Encoding | undefined {
  const name = headers["grpc-encoding"];
  return name !== undefined && isEncoding(name) ? name : undefined;
}

/** The error of a call whose messages come in an encoding that is not known. */
export function encodingRefusal(headers: Headers): StatusError | undefined {
  const name = headers["grpc-encoding"];
  if (name === undefined || name === "identity" || requestEncoding(headers)) return undefined;
  const known = `this server reads ${ACCEPT_ENCODING.replaceAll(",", ", ")}`;
  return new StatusError("UNIMPLEMENTED", `grpc-encoding is '${name}': ${known}`);
}

/** What an answer is to be compressed with: as the request was, where the client accepts that (rule PROTO-74). */
export function answerEncoding(headers: Headers): Encoding | undefined {
  const encoding = requestEncoding(headers);
  if (encoding === undefined) return undefined;
  const accepted = headers["grpc-accept-encoding"] ?? "";
  return accepted.split(",").some((name) => name.trim() === encoding) ? encoding : undefined;
}

/** The message behind a compressed one. Its memory is taken from the budget, and the caller's to return. */
export async function inflate(
  headers: Headers,
  bytes: Buffer,
  limits: ReceiveLimits,
): Promise<Buffer> {
  const encoding = requestEncoding(headers);
  if (encoding === undefined) {
    throw new StatusError("INTERNAL", "a message is compressed, but there is no grpc-encoding");
  }
  return decompress(encoding, bytes, limits);
}
