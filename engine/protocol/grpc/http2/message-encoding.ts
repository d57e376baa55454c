import { StatusError } from "../../../../base/status-error.ts";
import { ACCEPT_ENCODING, decompress, type Encoding, isEncoding } from "../framing/encodings.ts";
import type { ReceiveLimits } from "../framing/message-reader.ts";
import type { Headers } from "../../http2/header-list.ts";

function requestEncoding(headers: Headers): Encoding | undefined {
  const name = headers["grpc-encoding"];
  return name !== undefined && isEncoding(name) ? name : undefined;
}

/** The error for a message encoding that is not supported. */
export function encodingRefusal(headers: Headers): StatusError | undefined {
  const name = headers["grpc-encoding"];
  if (name === undefined || name === "identity" || requestEncoding(headers)) return undefined;
  const known = `this server reads ${ACCEPT_ENCODING.replaceAll(",", ", ")}`;
  return new StatusError("UNIMPLEMENTED", `grpc-encoding is '${name}': ${known}`);
}

/** The encoding of the response: that of the request if the client accepts it (PROTO-74). */
export function responseEncoding(headers: Headers): Encoding | undefined {
  const encoding = requestEncoding(headers);
  if (encoding === undefined) return undefined;
  const accepted = headers["grpc-accept-encoding"] ?? "";
  return accepted.split(",").some((name) => name.trim() === encoding) ? encoding : undefined;
}

/** Decompresses a message in memory from the budget, which the caller returns. */
export async function inflate(
  headers: Headers,
  bytes: Buffer,
  limits: ReceiveLimits,
): Promise<Buffer> {
  const encoding = requestEncoding(headers);
  if (encoding === undefined) {
    throw new StatusError("INTERNAL", "a message is compressed, but the call has no grpc-encoding");
  }
  return decompress(encoding, bytes, limits);
}
