import grpc from "@grpc/grpc-js";
import { STATUS_CODES } from "../../../engine/protocol/status.ts";
import { LOAD_GENERATOR } from "../inputs/index.ts";
import { type Done, type Lane, type LaneOpener, MOST_WORDS, type WireRequest } from "./lane.ts";
import { WRONG } from "./outcome.ts";

const INFER = "/inference.GRPCInferenceService/ModelInfer";
const asIs = (bytes: Buffer) => bytes;
/** The client's own words where no server answered. */
const LOST = /ECONN|No connection established|Connection dropped|Failed to connect/;

/** Unary calls by grpc-js, all over one connection as the lanes of the own framing, to compare the two. */
export function grpcJsLanes(address: string): LaneOpener {
  const client = new grpc.Client(address, grpc.credentials.createInsecure(), {
    // Connections of other runs, and of the process' other clients, are not shared.
    "grpc.primary_user_agent": LOAD_GENERATOR,
    "grpc.use_local_subchannel_pool": 1,
    "grpc.enable_retries": 0,
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
  });
  return {
    open: (done) => new GrpcJsLane(client, done),
    [Symbol.dispose]: () => client.close(),
  };
}

class GrpcJsLane implements Lane {
  readonly #client: grpc.Client;
  readonly #done: Done;
  #call: grpc.ClientUnaryCall | undefined;

  constructor(client: grpc.Client, done: Done) {
    this.#client = client;
    this.#done = done;
  }

  send(request: WireRequest): void {
    const { bytes, deadlineMs } = request;
    const options = deadlineMs === null ? {} : { deadline: Date.now() + deadlineMs };
    const metadata = new grpc.Metadata();
    const call = this.#client.makeUnaryRequest(
      INFER,
      asIs,
      asIs,
      bytes,
      metadata,
      options,
      (error, answer) => {
        if (call !== this.#call) return;
        this.#call = undefined;
        if (error) this.#failed(error);
        else this.#answered(request, answer as Buffer);
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
    this.#done({ status, message: details.slice(0, MOST_WORDS) }, LOST.test(details));
  }

  #answered({ check }: WireRequest, bytes: Buffer): void {
    const difference = check?.({ bytes, jsonBytes: null }) ?? null;
    this.#done(difference === null ? null : { status: WRONG, message: difference }, false);
  }
}
