import { setMaxListeners } from "node:events";
import { inference } from "../../../assets/proto/index.ts";
import { engineClock } from "../../scheduling/clock.ts";
import type { Engine, InferRequest, InferResponse } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { encodeStreamResponse } from "./encode-response.ts";
import { toInferRequest } from "./infer-messages.ts";
import type { InferRequestMessage } from "./infer-request-message.ts";
import { ResponseOrder, type Responses } from "./response-order.ts";
import { readInferRequest } from "./unary.ts";
import type { StreamCall, StreamMethod } from "./wire.ts";

/** Concurrent requests per stream; further ones are read when some are answered. */
const MAX_REQUESTS = 1024;

/** Reading pauses while queued and expected responses have more bytes than this. */
const MAX_EXPECTED_BYTES = 64 << 20;

/**
 * Limit of queued response bytes: one more response ends the stream, since a model can't be paused.
 */
const MAX_WAITING_BYTES = { decoupled: 64 << 20, ordered: 256 << 20 };

const EMPTY_FINAL = "triton_enable_empty_final_response";

/** ModelStreamInfer: each request gets any number of responses (PROTO-60 to PROTO-65). */
export function inferStream(path: string, engine: Engine): StreamMethod {
  return {
    path,
    async stream(requests, call) {
      const stream = new InferStream(path, engine, call);
      // Every active request listens to it.
      setMaxListeners(0, call.signal);
      for await (const bytes of requests) await stream.accept(bytes);
      await stream.ended();
    },
  };
}

class InferStream {
  readonly #path: string;
  readonly #engine: Engine;
  readonly #call: StreamCall;
  readonly #order = new ResponseOrder((message) => this.#send(message));
  /** By model and version; looked up once per stream. */
  readonly #decoupled = new Map<string, boolean>();
  readonly #failed = new AbortController();
  readonly #signal: AbortSignal;
  #underWay = 0;
  /** Expected size of a response: decays from the largest recent one. */
  #waiting = 0;
  /** Average size of responses, weighted towards the newest. */
  #usual = 0;
  #error: StatusError | undefined;
  #changed: PromiseWithResolvers<void> | undefined;

  constructor(path: string, engine: Engine, call: StreamCall) {
    this.#path = path;
    this.#engine = engine;
    this.#call = call;
    this.#signal = AbortSignal.any([call.signal, this.#failed.signal]);
    setMaxListeners(0, this.#signal);
  }

  /** Starts a request; resolves when there is room for another. */
  async accept(bytes: Uint8Array): Promise<void> {
    const message = readInferRequest(this.#path, bytes);
    this.#underWay += 1;
    // The next message waits: this keeps the order of requests of a sequence.
    void this.#run(message, await this.#read(message));
    await this.#until(() => this.#hasRoom());
  }

  /** Resolves when everything was answered and written. */
  ended(): Promise<void> {
    return this.#until(() => this.#isIdle());
  }

  #isIdle(): boolean {
    return this.#underWay === 0 && this.#waiting === 0;
  }

  #hasRoom(): boolean {
    if (this.#isIdle()) return true;
    const expected = this.#waiting + this.#underWay * this.#usual;
    return this.#underWay < MAX_REQUESTS && expected < MAX_EXPECTED_BYTES;
  }

  /** The request, or the error that rejects it. */
  async #read(message: InferRequestMessage): Promise<InferRequest | StatusError> {
    try {
      this.#isDecoupled(message.modelName, message.modelVersion);
      return await toInferRequest(
        message,
        { signal: this.#signal, client: this.#call.client },
        this.#engine,
      );
    } catch (thrown) {
      return StatusError.from(thrown);
    }
  }

  async #run(message: InferRequestMessage, request: InferRequest | StatusError): Promise<void> {
    let responses: Responses | undefined;
    try {
      const decoupled = this.#isDecoupled(message.modelName, message.modelVersion);
      responses = decoupled
        ? this.#counted(this.#direct(), MAX_WAITING_BYTES.decoupled)
        : this.#ordered();
      if (request instanceof StatusError) throw request;
      await this.#infer(request, decoupled, responses);
    } catch (thrown) {
      responses ??= this.#ordered();
      responses.write(errorMessage(message, StatusError.from(thrown)));
    }
    responses.end();
    this.#underWay -= 1;
    this.#changed?.resolve();
  }

  async #infer(request: InferRequest, decoupled: boolean, responses: Responses): Promise<void> {
    const trace = this.#engine.startTrace(request.modelName, request.id);
    trace?.stamp("RECEIVED", engineClock.now());
    try {
      await this.#engine.inferStream(trace ? { ...request, trace } : request, (response, final) => {
        if (response !== undefined)
          responses.write(encodeStreamResponse(withFinal(response, final)));
        else if (decoupled && request.parameters[EMPTY_FINAL] === true) {
          responses.write(emptyFinal(request));
        }
      });
    } finally {
      trace?.stamp("SENT", engineClock.now());
    }
  }

  #isDecoupled(model: string, version: string): boolean {
    const key = `${model}/${version}`;
    let decoupled = this.#decoupled.get(key);
    if (decoupled === undefined) {
      const config = this.#engine.modelConfig(model, version);
      decoupled = config.model_transaction_policy?.decoupled === true;
      this.#decoupled.set(key, decoupled);
    }
    return decoupled;
  }

  #direct(): Responses {
    return { write: (message) => this.#send(message), end: () => {} };
  }

  #ordered(): Responses {
    return this.#counted(this.#order.open(), MAX_WAITING_BYTES.ordered);
  }

  #counted(responses: Responses, most: number): Responses {
    return {
      write: (message) => {
        if (this.#waiting > most) {
          this.#fail(
            new StatusError(
              "RESOURCE_EXHAUSTED",
              `the client left more than ${most} bytes of responses unread`,
            ),
          );
        }
        if (this.#error !== undefined) return;
        this.#waiting += message.byteLength;
        this.#usual = Math.max(message.byteLength, this.#usual / 2);
        responses.write(message);
      },
      end: () => responses.end(),
    };
  }

  #send(message: Uint8Array): void {
    if (this.#error !== undefined) return;
    this.#call.write(message).then(
      () => {
        this.#waiting -= message.byteLength;
        this.#changed?.resolve();
      },
      (error: unknown) => this.#fail(StatusError.from(error)),
    );
  }

  #fail(error: StatusError): void {
    this.#error ??= error;
    this.#failed.abort();
    this.#changed?.resolve();
  }

  async #until(condition: () => boolean): Promise<void> {
    while (this.#error === undefined && !condition()) {
      this.#changed = Promise.withResolvers();
      await this.#changed.promise;
    }
    if (this.#error !== undefined) throw this.#error;
  }
}

const encode = (message: inference.ModelStreamInferResponse.$Properties): Uint8Array =>
  inference.ModelStreamInferResponse.encode(message).finish();

function withFinal(response: InferResponse, final: boolean): InferResponse {
  return { ...response, parameters: { ...response.parameters, triton_final_response: final } };
}

function emptyFinal({ id, modelName, modelVersion }: InferRequest): Uint8Array {
  return encode({
    infer_response: {
      id,
      model_name: modelName,
      model_version: modelVersion,
      parameters: { triton_final_response: { bool_param: true } },
    },
  });
}

/** Errors of requests that were not accepted; other errors end an accepted one. */
const REFUSALS: ReadonlySet<string> = new Set(["INVALID_ARGUMENT", "NOT_FOUND", "UNIMPLEMENTED"]);

/** The id shows the client which request failed (PROTO-63). */
function errorMessage(
  { id, modelName, modelVersion }: InferRequestMessage,
  error: StatusError,
): Uint8Array {
  const parameters = { triton_final_response: { bool_param: true } };
  return encode({
    error_message: error.message,
    infer_response: REFUSALS.has(error.code)
      ? { id }
      : { id, model_name: modelName, model_version: modelVersion, parameters },
  });
}
