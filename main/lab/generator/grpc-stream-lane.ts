import { inference } from "../../../assets/proto/index.ts";
import type { Call, CallStatus, GrpcClient } from "./grpc-client.ts";
import {
  type Done,
  type Lane,
  MAX_MESSAGE_LENGTH,
  type Outcome,
  type WireRequest,
} from "./lane.ts";
import { WRONG } from "./outcome.ts";

const INFER = "/inference.GRPCInferenceService/ModelStreamInfer";
const FINAL = "triton_final_response";
/** The first byte of a message with an error_message. */
const ERROR_TAG = 0x0a;

/**
 * A ModelStreamInfer call with one request in flight, so that responses need no matching. Abandoning a request ends the
 * stream, because the protocol has nothing else; the next request opens another.
 */
export class GrpcStreamLane implements Lane {
  readonly #connection: GrpcClient;
  readonly #done: Done;
  #call: Call | undefined;
  #request: WireRequest | undefined;
  #difference: string | null = null;
  #checked = false;

  constructor(connection: GrpcClient, done: Done) {
    this.#connection = connection;
    this.#done = done;
  }

  send(request: WireRequest): void {
    this.#request = request;
    this.#difference = null;
    this.#checked = false;
    if (this.#call) this.#call.writeFramed(request.bytes);
    else this.#call = this.#open(request.bytes);
  }

  giveUp(): void {
    this.#request = undefined;
    this.#call?.cancel();
    this.#call = undefined;
  }

  close(): void {
    this.giveUp();
  }

  #open(first: Buffer): Call {
    const call: Call = this.#connection.stream(
      INFER,
      {
        message: (bytes) => call === this.#call && this.#receive(bytes),
        ended: (status) => call === this.#call && this.#closed(status),
      },
      first,
    );
    return call;
  }

  #receive(bytes: Buffer): void {
    const request = this.#request;
    if (!request) return;
    if (bytes[0] === ERROR_TAG) {
      const { error_message } = inference.ModelStreamInferResponse.decode(bytes);
      if (error_message) {
        this.#end(
          { status: "UNKNOWN", message: error_message.slice(0, MAX_MESSAGE_LENGTH) },
          false,
        );
        return;
      }
    }
    if (request.check === null && !request.decoupled) {
      this.#end(null, false);
      return;
    }
    const response = inference.ModelStreamInferResponse.decode(bytes).infer_response ?? {};
    if (request.check && !this.#checked && response.outputs?.length) {
      this.#checked = true;
      const message = Buffer.from(inference.ModelInferResponse.encode(response).finish());
      this.#difference = request.check({ bytes: message, jsonBytes: null });
    }
    if (request.decoupled && response.parameters?.[FINAL]?.bool_param !== true) return;
    const wrong = this.#difference;
    this.#end(wrong === null ? null : { status: WRONG, message: wrong }, false);
  }

  #closed({ code, message }: CallStatus): void {
    this.#call = undefined;
    if (!this.#request) return;
    const outcome =
      code === "OK"
        ? { status: "UNAVAILABLE", message: "the stream ended before the response" }
        : { status: code, message: message.slice(0, MAX_MESSAGE_LENGTH) };
    this.#end(outcome, true);
  }

  #end(outcome: Outcome, lost: boolean): void {
    this.#request = undefined;
    this.#done(outcome, lost);
  }
}
