import { StatusError } from "../../../../base/status-error.ts";
import type { StreamCall, StreamMethod } from "../wire.ts";
import { inflate } from "./message-encoding.ts";
import { MessageQueue } from "./message-queue.ts";
import { type CallEnvironment, type Request, ServerCall } from "./server-call.ts";

const GONE = "the client has gone";
const STOPPING = "Server is stopping";

/** Any number of messages in either direction, each with backpressure. */
export class StreamingCall extends ServerCall implements StreamCall {
  protected override readonly method: StreamMethod;
  readonly #requests: MessageQueue;
  /** The message being decompressed; later ones wait, which keeps their order. */
  #inflating: Promise<void> | undefined;
  readonly #abort = new AbortController();
  readonly #closing = new AbortController();
  #requestsEnded = false;

  constructor(method: StreamMethod, request: Request, environment: CallEnvironment) {
    super(method, request, environment);
    const { stream } = request;
    this.method = method;
    this.#requests = new MessageQueue({
      pause: () => stream.pause(),
      resume: () => stream.resume(),
      release: (held) => environment.limits.budget.give(held),
    });
  }

  override get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Called when the server closes: requests already read are still answered. */
  close(): void {
    this.#closing.abort();
    this.#requests.end();
  }

  protected override abort(): void {
    this.#abort.abort();
  }

  protected override opened(): void {
    this.environment.streams.add(this);
    this.stream.respond();
    this.method.stream(this.#requests, this).then(
      () => {
        if (this.#closing.signal.aborted && !this.#requestsEnded) {
          this.fail(new StatusError("UNAVAILABLE", STOPPING));
        } else this.succeed();
      },
      (error: unknown) => this.fail(error),
    );
  }

  async write(message: Uint8Array): Promise<void> {
    if (!this.over && this.stream.isOpen) {
      const room = this.stream.write(message);
      if (room === true || (await room)) return;
    }
    throw new StatusError("CANCELLED", GONE);
  }

  protected override message(bytes: Buffer, compressed: boolean, held: number): void {
    if (!compressed && this.#inflating === undefined) {
      this.#requests.push(bytes, held);
      return;
    }
    const before = this.#inflating;
    const own = (async () => {
      await before;
      this.#deliver(compressed ? await this.#inflate(bytes, held) : { message: bytes, held });
    })();
    this.#inflating = own;
    this.stream.pause();
    own
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        if (this.#inflating !== own) return;
        this.#inflating = undefined;
        this.stream.resume();
      });
  }

  protected override parts(parts: readonly Buffer[], held: number): void {
    this.message(Buffer.concat(parts), false, held);
  }

  protected override ended(): void {
    this.#requestsEnded = true;
    if (this.#inflating === undefined) this.#requests.end();
    else this.#inflating.finally(() => this.#requests.end()).catch(() => {});
  }

  protected override closed(): void {
    this.environment.streams.delete(this);
    this.#requests.fail(new StatusError("CANCELLED", GONE));
  }

  async #inflate(bytes: Buffer, held: number): Promise<{ message: Buffer; held: number }> {
    try {
      const message = await inflate(this.headers, bytes, this.limits);
      return { message, held: message.length };
    } finally {
      this.environment.limits.budget.give(held);
    }
  }

  #deliver({ message, held }: { message: Buffer; held: number }): void {
    if (this.over) this.environment.limits.budget.give(held);
    else this.#requests.push(message, held);
  }
}
