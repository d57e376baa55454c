import grpc from "@grpc/grpc-js";
import { STATUS_CODES } from "../../../engine/protocol/status.ts";
import { type Done, type Lane, MOST_WORDS } from "./lane.ts";
import type { Failure } from "./messages.ts";

const INFER = "/inference.GRPCInferenceService/ModelInfer";
const asIs = (bytes: Buffer) => bytes;

/** One channel for all lanes: grpc-js multiplexes calls on one HTTP/2 connection. It repeats no call. */
export function openChannel(address: string): grpc.Client {
  return new grpc.Client(address, grpc.credentials.createInsecure(), {
    "grpc.enable_retries": 0,
    "grpc.enable_http_proxy": 0,
    "grpc.max_send_message_length": -1,
    "grpc.max_receive_message_length": -1,
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 500,
    "grpc.use_local_subchannel_pool": 1,
  });
}

/** One outstanding ModelInfer call whose message was encoded before. */
export class GrpcLane implements Lane {
  readonly #client: grpc.Client;
  readonly #done: Done;
  #call: grpc.ClientUnaryCall | null = null;
  #closed = false;

  constructor(client: grpc.Client, done: Done) {
    this.#client = client;
    this.#done = done;
  }

  send(request: Buffer): void {
    this.#call = this.#client.makeUnaryRequest(INFER, asIs, asIs, request, (error) => {
      this.#call = null;
      if (this.#closed) return;
      this.#done(error && failureOf(error), error !== null && !this.#connected());
    });
  }

  #connected(): boolean {
    return this.#client.getChannel().getConnectivityState(false) === grpc.connectivityState.READY;
  }

  close(): void {
    this.#closed = true;
    this.#call?.cancel();
  }
}

function failureOf(error: grpc.ServiceError): Failure {
  return {
    status: STATUS_CODES[error.code] ?? "UNKNOWN",
    message: error.details.slice(0, MOST_WORDS),
  };
}
