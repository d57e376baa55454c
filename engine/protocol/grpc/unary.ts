import type protobuf from "protobufjs/minimal.js";
import { WireReader } from "../../../assets/proto/index.ts";
import { StatusError } from "../status.ts";
import type { CallContext, StreamCall, StreamMethod, UnaryMethod } from "./wire.ts";

interface Decoder<Message> {
  decode(reader: protobuf.Reader): Message;
}

interface Encoder<Message> {
  encode(message: Message): protobuf.Writer;
}

/** A unary method over messages instead of bytes. */
export function unary<Request, Response>(
  path: string,
  request: Decoder<Request>,
  response: Encoder<Response>,
  handle: (request: Request, call: CallContext) => Response | Promise<Response>,
): UnaryMethod {
  return {
    path,
    async handle(bytes, call) {
      return response.encode(await handle(decode(path, request, bytes), call)).finish();
    },
  };
}

/** A method that answers one message with many; `handle` ends the call. */
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
    async stream(requests, call) {
      for await (const bytes of requests) {
        const write = (message: Response) => call.write(response.encode(message).finish());
        return await handle(decode(path, request, bytes), write, call);
      }
      throw new StatusError("INTERNAL", `${path} was called without a message`);
    },
  };
}

/** Throws INVALID_ARGUMENT (rule W36). */
export function decode<Request>(
  path: string,
  request: Decoder<Request>,
  bytes: Uint8Array,
): Request {
  try {
    return request.decode(new WireReader(bytes));
  } catch (error) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `the request of ${path} is not a valid protobuf message: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
