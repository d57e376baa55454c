import type { CallStatus, ClientCall } from "./grpc-call.ts";
import type { GrpcConnection } from "./grpc-connection.ts";
import { type Done, type Lane, MOST_WORDS } from "./lane.ts";

const INFER = "/inference.GRPCInferenceService/ModelInfer";

/** One outstanding ModelInfer call whose message was encoded and framed before. */
export class GrpcLane implements Lane {
  readonly #connection: GrpcConnection;
  readonly #done: Done;
  readonly #events = { ended: (status: CallStatus) => this.#ended(status) };
  #call: ClientCall | undefined;

  constructor(connection: GrpcConnection, done: Done) {
    this.#connection = connection;
    this.#done = done;
  }

  send(request: Buffer): void {
    this.#call = this.#connection.call(INFER, this.#events, request, true);
  }

  close(): void {
    this.#call?.cancel();
  }

  #ended({ code, message, lost }: CallStatus): void {
    this.#call = undefined;
    this.#done(
      code === "OK" ? null : { status: code, message: message.slice(0, MOST_WORDS) },
      lost,
    );
  }
}
