import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { StatusError } from "../../../../base/status-error.ts";
import { compress, type Encoding } from "../framing/encodings.ts";
import { frame, prefix } from "../framing/frame.ts";
import type { UnaryMethod } from "../wire.ts";
import { answerEncoding, inflate } from "./message-encoding.ts";
import {
  type CallEnvironment,
  RESPONSE_HEADERS,
  ServerCall,
  WITH_TRAILERS,
} from "./server-call.ts";

/** Messages up to this length are copied behind their prefix: cheaper than a second write. */
const MOST_COPIED = 32 * 1024;

/** One message in, one out. */
export class UnaryCall extends ServerCall {
  protected override readonly method: UnaryMethod;
  #received = false;
  /** Bytes of the budget that the request takes until it is answered. */
  #held = 0;

  constructor(
    method: UnaryMethod,
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    environment: CallEnvironment,
  ) {
    super(method, stream, headers, environment);
    this.method = method;
  }

  protected override opened(): void {
    this.environment.waiting.add(this);
  }

  protected override message(bytes: Buffer, compressed: boolean, held: number): void {
    this.#held += held;
    if (this.#received) {
      throw new StatusError("INTERNAL", "a unary call has more than one message");
    }
    this.#received = true;
    if (compressed) {
      inflate(this.headers, bytes, this.limits).then(
        (message) => {
          this.#hold(message.length);
          this.#handle(message);
        },
        (error: unknown) => this.fail(error),
      );
    } else this.#handle(bytes);
  }

  protected override ended(): void {
    if (!this.#received) this.fail(new StatusError("INTERNAL", "a unary call has no message"));
  }

  protected override closed(): void {
    this.environment.limits.budget.give(this.#held);
    this.#held = 0;
  }

  #hold(bytes: number): void {
    if (this.over) this.environment.limits.budget.give(bytes);
    else this.#held += bytes;
  }

  #handle(message: Buffer): void {
    if (this.over) return;
    try {
      const response = this.method.handle(message, this);
      if (response instanceof Promise) {
        response.then(
          (bytes) => this.#answer(bytes),
          (error: unknown) => this.fail(error),
        );
      } else this.#answer(response);
    } catch (error) {
      this.fail(error);
    }
  }

  #answer(message: Uint8Array): void {
    const encoding = answerEncoding(this.headers);
    if (encoding !== undefined) void this.#answerCompressed(message, encoding);
    else if (this.finish()) this.#send(message, undefined);
  }

  async #answerCompressed(message: Uint8Array, encoding: Encoding): Promise<void> {
    try {
      const bytes = await compress(encoding, message);
      if (this.finish()) this.#send(bytes, encoding);
    } catch (error) {
      this.fail(error);
    }
  }

  #send(message: Uint8Array, encoding: Encoding | undefined): void {
    const { stream } = this;
    if (stream.destroyed || stream.closed) return;
    const compressed = encoding !== undefined;
    const headers = compressed
      ? [...RESPONSE_HEADERS, "grpc-encoding", encoding]
      : (RESPONSE_HEADERS as unknown as string[]);
    stream.respond(headers, WITH_TRAILERS);
    if (message.byteLength <= MOST_COPIED) {
      stream.end(frame(message, compressed));
      return;
    }
    stream.cork();
    stream.write(prefix(message.byteLength, compressed));
    stream.end(message);
    stream.uncork();
  }
}
