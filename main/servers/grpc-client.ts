import { Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import type { Writer } from "protobufjs";
import { WireReader } from "../../assets/proto/index.ts";
import { STATUS_CODES, StatusError } from "../../engine/protocol/status.ts";

interface RequestType<Q> {
  encode(message: Q): Writer;
}
interface ResponseType<A> {
  decode(reader: WireReader): A;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default 5 s. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 5000;

export interface StreamSink<A> {
  message(answer: A): void;
  /** Called once, unless the call was given up before. */
  ended(error: StatusError): void;
}

/**
 * Calls to one gRPC server over one connection, which is made when first needed and made again; no call is
 * made twice. Errors
 * tell in `details.unreachable` whether it was the connection that failed rather than the server.
 */
export class GrpcClient {
  readonly #address: string;
  readonly #client: Client;

  /** `address`: HOST:PORT, plain text. */
  constructor(address: string) {
    this.#address = address;
    this.#client = new Client(address, credentials.createInsecure(), {
      "grpc.max_receive_message_length": -1,
      "grpc.enable_http_proxy": 0,
      "grpc.enable_retries": 0,
      "grpc.initial_reconnect_backoff_ms": 500,
      "grpc.max_reconnect_backoff_ms": 5000,
    });
  }

  /** `path`: "/package.Service/Method". Rejects with the server's status and words. */
  call<Q, A>(
    path: string,
    request: RequestType<Q>,
    response: ResponseType<A>,
    message: Q,
    { signal, timeoutMs = DEFAULT_TIMEOUT_MS }: CallOptions = {},
  ): Promise<A> {
    if (signal?.aborted) return Promise.reject(StatusError.from(signal.reason, "CANCELLED"));
    return new Promise((resolve, reject) => {
      const cancel = () => call.cancel();
      const call = this.#client.makeUnaryRequest(
        path,
        (value: Q) => request.encode(value).finish() as Buffer,
        (bytes: Buffer) => response.decode(new WireReader(bytes)),
        message,
        new Metadata(),
        { deadline: Date.now() + timeoutMs },
        (error, answer) => {
          signal?.removeEventListener("abort", cancel);
          if (error) reject(this.#errorOf(error));
          else resolve(answer as A);
        },
      );
      signal?.addEventListener("abort", cancel, { once: true });
    });
  }

  /** A call with many answers, given up when disposed of. An end without an error is one too: none was asked for. */
  stream<Q, A>(
    path: string,
    request: RequestType<Q>,
    response: ResponseType<A>,
    message: Q,
    sink: StreamSink<A>,
  ): Disposable {
    let over = false;
    const call = this.#client.makeServerStreamRequest(
      path,
      (value: Q) => request.encode(value).finish() as Buffer,
      (bytes: Buffer) => response.decode(new WireReader(bytes)),
      message,
    );
    const end = (error: StatusError) => {
      if (!over) sink.ended(error);
      over = true;
    };
    call.on("data", (answer: A) => {
      if (!over) sink.message(answer);
    });
    call.on("error", (error: ServiceError) => end(this.#errorOf(error)));
    call.on("end", () => end(new StatusError("UNAVAILABLE", "The server ended the stream.")));
    return {
      [Symbol.dispose]: () => {
        over = true;
        call.cancel();
      },
    };
  }

  close(): void {
    this.#client.close();
  }

  #errorOf(error: ServiceError): StatusError {
    const code = STATUS_CODES[error.code] ?? "UNKNOWN";
    const unreachable = error.code === status.UNAVAILABLE && isOfTheConnection(error.details);
    return new StatusError(
      code,
      unreachable ? `No server answers at ${this.#address}: ${error.details}.` : error.details,
      { cause: error, details: { unreachable } },
    );
  }
}

/** Words of grpc-js itself rather than of a server. */
function isOfTheConnection(details: string): boolean {
  return /^(No connection established|Connection dropped|Name resolution failed|Stream refused)|ECONN/.test(
    details,
  );
}
