import grpc from "@grpc/grpc-js";
import { STATUS_CODES } from "../../../base/status-error.ts";
import {
  formatAuthority,
  headerLines,
  LOAD_GENERATOR,
  secureOptions,
  type Target,
} from "../../wire/index.ts";
import { toCredentials } from "../../wire/transport/index.ts";
import {
  type Done,
  type Lane,
  type LaneOpener,
  MAX_MESSAGE_LENGTH,
  type WireRequest,
} from "./lane.ts";
import { WRONG } from "./outcome.ts";

const INFER = "/inference.GRPCInferenceService/ModelInfer";
const asIs = (bytes: Buffer) => bytes;
/** The client's own message if no server responded. */
const LOST = /ECONN|No connection established|Connection dropped|Failed to connect/;

/** Unary calls by grpc-js, all over one connection like the lanes of our own framing, for comparison. */
export function grpcJsLanes(target: Target): LaneOpener {
  // Describes an error in a sentence.
  if (target.tls) secureOptions(target.tls);
  const client = new grpc.Client(formatAuthority(target), toCredentials(target), {
    // Connections of other runs, and of the process's other clients, are not shared.
    "grpc.primary_user_agent": LOAD_GENERATOR,
    "grpc.use_local_subchannel_pool": 1,
    "grpc.enable_retries": 0,
    "grpc.enable_http_proxy": 0,
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
    ...(target.tls?.serverName && { "grpc.ssl_target_name_override": target.tls.serverName }),
  });
  headerLines(target.headers);
  const metadata = new grpc.Metadata();
  for (const [name, value] of Object.entries(target.headers)) metadata.set(name, value);
  return {
    open: (done) => new GrpcJsLane(client, metadata, done),
    [Symbol.dispose]: () => client.close(),
  };
}

class GrpcJsLane implements Lane {
  readonly #client: grpc.Client;
  readonly #metadata: grpc.Metadata;
  readonly #done: Done;
  #call: grpc.ClientUnaryCall | undefined;

  constructor(client: grpc.Client, metadata: grpc.Metadata, done: Done) {
    this.#client = client;
    this.#metadata = metadata;
    this.#done = done;
  }

  send(request: WireRequest): void {
    const { bytes, deadlineMs } = request;
    const options = deadlineMs === null ? {} : { deadline: Date.now() + deadlineMs };
    const call = this.#client.makeUnaryRequest(
      INFER,
      asIs,
      asIs,
      bytes,
      this.#metadata,
      options,
      (error, response) => {
        if (call !== this.#call) return;
        this.#call = undefined;
        if (error) this.#failed(error);
        else this.#answered(request, response as Buffer);
      },
    );
    this.#call = call;
  }

  giveUp(): void {
    const call = this.#call;
    this.#call = undefined;
    call?.cancel();
  }

  close(): void {
    this.giveUp();
  }

  #failed({ code, details }: grpc.ServiceError): void {
    const status = STATUS_CODES[code] ?? "UNKNOWN";
    this.#done({ status, message: details.slice(0, MAX_MESSAGE_LENGTH) }, LOST.test(details));
  }

  #answered({ check }: WireRequest, bytes: Buffer): void {
    const difference = check?.({ bytes, jsonBytes: null }) ?? null;
    this.#done(difference === null ? null : { status: WRONG, message: difference }, false);
  }
}
