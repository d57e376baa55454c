import {
  type ChannelOptions,
  Client,
  logVerbosity,
  Metadata,
  type ServiceError,
  setLogVerbosity,
  status,
} from "@grpc/grpc-js";
import type { Writer } from "protobufjs";
import { WireReader } from "../../../assets/proto/index.ts";
import { STATUS_CODES, StatusError } from "../../../base/status-error.ts";
import { RESTRICTED_PROTOCOL } from "../../../engine/protocol/restrictions.ts";
import { formatAuthority, plainTarget, type Target } from "../index.ts";
import { toCredentials } from "./grpc-credentials.ts";
import { redactHeaders } from "./redact-headers.ts";
import { unreachable } from "./failure.ts";

// Calls report errors themselves.
setLogVerbosity(logVerbosity.NONE);

/** A method of a service: its path ("/package.Service/Method") and its message types. */
export interface GrpcMethod<Q, A> {
  readonly path: string;
  readonly request: { encode(message: Q): Writer };
  readonly response: { decode(reader: WireReader): A };
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default 5 s. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 5000;

export interface StreamSink<A> {
  message(response: A): void;
  /** Called once, unless the call was abandoned before. */
  ended(error: StatusError): void;
}

/**
 * Calls to one gRPC server over one connection, opened on first use and reopened; no call is repeated.
 * `details.unreachable` of an error says whether the connection failed rather than the server.
 */
export class GrpcClient {
  readonly #address: string;
  readonly #target: Target;
  readonly #client: Client;
  readonly #metadata = new Metadata();
  readonly #streams = new Set<() => void>();
  #closed = false;

  /** HOST:PORT is a target without encryption. FAILED_PRECONDITION for unusable certificates. */
  constructor(target: Target | string) {
    const to = typeof target === "string" ? plainTarget(target) : target;
    if (!to) throw new StatusError("FAILED_PRECONDITION", "There is no gRPC address.");
    this.#address = formatAuthority(to);
    this.#target = to;
    for (const [name, value] of Object.entries(to.headers)) this.#metadata.set(name, value);
    const proxy = to.proxy === null ? null : new URL(to.proxy).host;
    this.#client = new Client(`dns:${proxy ?? this.#address}`, toCredentials(to), toOptions(to));
  }

  /** Rejects with the server's status and words. */
  call<Q, A>(
    { path, request, response }: GrpcMethod<Q, A>,
    message: Q,
    { signal, timeoutMs = DEFAULT_TIMEOUT_MS }: CallOptions = {},
  ): Promise<A> {
    if (signal?.aborted) return Promise.reject(StatusError.from(signal.reason, "CANCELLED"));
    if (this.#closed) return Promise.reject(this.#givenUp());
    return new Promise((resolve, reject) => {
      const cancel = () => call.cancel();
      const call = this.#client.makeUnaryRequest(
        path,
        (value: Q) => request.encode(value).finish() as Buffer,
        (bytes: Buffer) => response.decode(new WireReader(bytes)),
        message,
        this.#metadata.clone(),
        { deadline: Date.now() + timeoutMs },
        (error, message) => {
          signal?.removeEventListener("abort", cancel);
          if (error && signal?.aborted) reject(StatusError.from(signal.reason, "CANCELLED"));
          else if (error) reject(this.#toStatusError(error, timeoutMs));
          else resolve(message as A);
        },
      );
      signal?.addEventListener("abort", cancel, { once: true });
    });
  }

  /**
   * A call with many responses, cancelled on disposal. An end without an error counts as an error, because it was not
   * requested. It ends with the connection, so that listeners reopen it over a new one.
   */
  stream<Q, A>(
    { path, request, response }: GrpcMethod<Q, A>,
    message: Q,
    sink: StreamSink<A>,
  ): Disposable {
    let over = false;
    if (this.#closed) {
      queueMicrotask(() => over || sink.ended(this.#givenUp()));
      return { [Symbol.dispose]: () => void (over = true) };
    }
    const call = this.#client.makeServerStreamRequest(
      path,
      (value: Q) => request.encode(value).finish() as Buffer,
      (bytes: Buffer) => response.decode(new WireReader(bytes)),
      message,
      this.#metadata.clone(),
    );
    const end = (error: StatusError) => {
      this.#streams.delete(close);
      if (!over) sink.ended(error);
      over = true;
    };
    const close = () => {
      end(this.#givenUp());
      call.cancel();
    };
    this.#streams.add(close);
    call.on("data", (message: A) => {
      if (!over) sink.message(message);
    });
    call.on("error", (error: ServiceError) => end(this.#toStatusError(error, null)));
    call.on("end", () => end(new StatusError("UNAVAILABLE", "The server ended the stream.")));
    return {
      [Symbol.dispose]: () => {
        this.#streams.delete(close);
        over = true;
        call.cancel();
      },
    };
  }

  /** Calls in flight complete, streams do not. */
  close(): void {
    this.#closed = true;
    for (const close of this.#streams) close();
    this.#client.close();
  }

  #givenUp(): StatusError {
    return new StatusError("UNAVAILABLE", `The connection to ${this.#address} was closed.`, {
      details: { unreachable: true },
    });
  }

  #toStatusError(error: ServiceError, timeoutMs: number | null): StatusError {
    const details = redactHeaders(error.details, this.#target.headers);
    // A call that was not aborted here was ended by the server.
    const brokenOff = timeoutMs !== null && error.code === status.CANCELLED;
    if (brokenOff)
      return unreachable(this.#address, {
        words: "Connection dropped",
        target: this.#target,
        cause: error,
      });
    if (error.code === status.UNAUTHENTICATED)
      return new StatusError(
        "UNAUTHENTICATED",
        `${this.#address} rejects the call: credentials are missing or not accepted. ${details}`,
        { cause: error },
      );
    if (error.code === status.UNAVAILABLE && isConnectionError(details))
      return unreachable(this.#address, {
        words: details,
        target: this.#target,
        cause: error,
      });
    if (error.code === status.DEADLINE_EXCEEDED && timeoutMs !== null)
      return new StatusError(
        "DEADLINE_EXCEEDED",
        `${this.#address} did not answer within ${timeoutMs / 1000} s.`,
        { cause: error },
      );
    const restricted = details.startsWith(RESTRICTED_PROTOCOL);
    return new StatusError(STATUS_CODES[error.code] ?? "UNKNOWN", details, {
      cause: error,
      ...(restricted && { details: { restricted } }),
    });
  }
}

function toOptions(target: Target): ChannelOptions {
  const { tls, proxy } = target;
  return {
    "grpc.max_receive_message_length": -1,
    "grpc.enable_http_proxy": 0,
    "grpc.enable_retries": 0,
    "grpc.initial_reconnect_backoff_ms": 500,
    "grpc.max_reconnect_backoff_ms": 5000,
    // Clients of one server share nothing, so that a new client has a new connection.
    "grpc.use_local_subchannel_pool": 1,
    // Ignores DNS records that ask for retries.
    "grpc.service_config_disable_resolution": 1,
    // gRPC servers, Triton included, end a connection for the third ping within 5 minutes without other traffic, as
    // during a long load. Polls notice a dead connection much earlier.
    "grpc.keepalive_time_ms": 310_000,
    "grpc.keepalive_timeout_ms": 10_000,
    ...(tls?.serverName && { "grpc.ssl_target_name_override": tls.serverName }),
    ...(proxy !== null && {
      "grpc.http_connect_target": `dns:${formatAuthority(target)}`,
      "grpc.default_authority": formatAuthority(target),
    }),
  };
}

/** Messages of grpc-js itself rather than of a server, a gateway's status included. */
function isConnectionError(details: string): boolean {
  return /^(No connection established|Connection dropped|Name resolution failed|Stream refused|Received HTTP status code 50[234])|ECONN/.test(
    details,
  );
}
