import type protobuf from "protobufjs/minimal.js";
import { WireReader } from "../../../assets/proto/index.ts";
import { StatusError } from "../../../base/status-error.ts";
import { type InferRequestMessage, readInferRequestMessage } from "./infer-request-message.ts";
import { splitRawContents } from "./split-raw-contents.ts";
import type { CallContext, StreamCall, StreamMethod, UnaryMethod } from "./wire.ts";

interface Decoder<Message> {
  decode(reader: protobuf.Reader): Message;
}

interface Encoder<Message> {
  encode(message: Message): protobuf.Writer;
}

/** Limit for requests that carry neither tensors nor files. */
const MAX_PLAIN_REQUEST_BYTES = 256 * 1024;

/** A unary method over decoded messages. A method with large requests raises `maxRequestBytes`. */
export function unary<Request, Response>(
  path: string,
  request: Decoder<Request>,
  response: Encoder<Response>,
  handle: (request: Request, call: CallContext) => Response | Promise<Response>,
): UnaryMethod {
  return {
    path,
    maxRequestBytes: MAX_PLAIN_REQUEST_BYTES,
    async handle(bytes, call) {
      return response.encode(await handle(decode(path, request, bytes), call)).finish();
    },
  };
}

/** A server-streaming method; `handle` ends the call. */
export function serverStreaming<Request, Response>(
  path: string,
  request: Decoder<Request>,
  response: Encoder<Response>,
  handle: (
    request: Request,
    write: (message: Response) => Promise<void>,
    call: StreamCall,
  ) => Promise<void>,
): StreamMethod {
  return {
    path,
    maxRequestBytes: MAX_PLAIN_REQUEST_BYTES,
    async stream(requests, call) {
      for await (const bytes of requests) {
        const write = (message: Response) => call.write(response.encode(message).finish());
        return await handle(decode(path, request, bytes), write, call);
      }
      throw new StatusError("INTERNAL", `${path} was called without a message`);
    },
  };
}

/** Limit of a request without its tensor data (BOUND-4). */
const LIMITS = { fields: 64 * 1024, textBytes: 4 * 1024 * 1024 };

/** Throws INVALID_ARGUMENT (PROTO-36). */
export function decode<Request>(
  path: string,
  request: Decoder<Request>,
  bytes: Uint8Array,
): Request {
  return read(path, bytes, (reader) => request.decode(reader));
}

/** Throws INVALID_ARGUMENT (PROTO-36). */
export function readInferRequest(path: string, bytes: Uint8Array): InferRequestMessage {
  return read(path, bytes, readInferRequestMessage);
}

/** The same for a message in parts: its raw tensors stay views of them. */
export function readInferRequestParts(
  path: string,
  parts: readonly Uint8Array[],
): InferRequestMessage {
  const split = splitRawContents(parts);
  if (split !== undefined) {
    try {
      const message = readInferRequestMessage(new WireReader(split.head, LIMITS));
      message.raw.push(...split.raw);
      return message;
    } catch {
      // Read again below: the error has the place in the whole message.
    }
  }
  return readInferRequest(path, Buffer.concat(parts));
}

function read<Message>(
  path: string,
  bytes: Uint8Array,
  from: (reader: WireReader) => Message,
): Message {
  try {
    return from(new WireReader(bytes, LIMITS));
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `the request of ${path} is not a valid protobuf message: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
