import type { Call, CallStatus, GrpcClient } from "./grpc-client.ts";
import { type Done, type Lane, MAX_MESSAGE_LENGTH, type WireRequest } from "./lane.ts";
import { WRONG } from "./outcome.ts";

const INFER = "/inference.GRPCInferenceService/ModelInfer";

/** One ModelInfer call in flight whose message was encoded and framed in advance. */
export class GrpcLane implements Lane {
  readonly #connection: GrpcClient;
  readonly #done: Done;
  readonly #plain = { ended: (status: CallStatus) => this.#ended(status) };
  readonly #checked = {
    ended: (status: CallStatus) => this.#ended(status),
    message: (bytes: Buffer) => this.#check(bytes),
  };
  #call: Call | undefined;
  #request: WireRequest | undefined;
  #difference: string | null = null;

  constructor(connection: GrpcClient, done: Done) {
    this.#connection = connection;
    this.#done = done;
  }

  send(request: WireRequest): void {
    this.#request = request;
    this.#difference = null;
    const events = request.check === null ? this.#plain : this.#checked;
    this.#call = this.#connection.call(INFER, events, request.bytes, request.deadlineMs);
  }

  giveUp(): void {
    this.#call?.cancel();
    this.#call = undefined;
  }

  close(): void {
    this.giveUp();
  }

  #check(bytes: Buffer): void {
    this.#difference = this.#request?.check?.({ bytes, jsonBytes: null }) ?? null;
  }

  #ended({ code, message, lost }: CallStatus): void {
    this.#call = undefined;
    const words = message.slice(0, MAX_MESSAGE_LENGTH);
    if (code !== "OK") this.#done({ status: code, message: words }, lost);
    else if (this.#difference === null) this.#done(null, lost);
    else this.#done({ status: WRONG, message: this.#difference }, false);
  }
}
