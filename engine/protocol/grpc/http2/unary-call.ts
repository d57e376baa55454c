import { type CancelSignal, Cancellation } from "../../../../base/cancellation.ts";
import { StatusError } from "../../../../base/status-error.ts";
import { compress, type Encoding } from "../framing/encodings.ts";
import { joined, type OutgoingMessage } from "../framing/frame.ts";
import type { UnaryMethod } from "../wire.ts";
import { responseEncoding, inflate } from "./message-encoding.ts";
import { type CallEnvironment, type Request, ServerCall } from "./server-call.ts";

/** One message in, one out. */
export class UnaryCall extends ServerCall {
  protected override readonly method: UnaryMethod;
  #cancellation: Cancellation | undefined;
  #aborted = false;
  #received = false;
  /** Bytes of the budget that the request holds until it is answered. */
  #held = 0;

  constructor(method: UnaryMethod, request: Request, environment: CallEnvironment) {
    super(method, request, environment);
    this.method = method;
  }

  override get signal(): CancelSignal {
    this.#cancellation ??= new Cancellation();
    if (this.#aborted) this.#cancellation.abort();
    return this.#cancellation;
  }

  protected override abort(): void {
    this.#aborted = true;
    this.#cancellation?.abort();
  }

  protected override opened(): void {
    this.environment.waiting.add(this);
  }

  protected override message(bytes: Buffer, compressed: boolean, held: number): void {
    this.#receive(held);
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

  protected override parts(parts: readonly Buffer[], held: number): void {
    this.#receive(held);
    this.#run(() => this.method.handleParts?.(parts, this) ?? []);
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

  #receive(held: number): void {
    this.#held += held;
    if (this.#received) {
      throw new StatusError("INTERNAL", "a unary call has more than one message");
    }
    this.#received = true;
  }

  #handle(message: Buffer): void {
    if (!this.over) this.#run(() => this.method.handle(message, this));
  }

  #run(handle: () => OutgoingMessage | Promise<OutgoingMessage>): void {
    try {
      const response = handle();
      if (response instanceof Promise) {
        response.then(
          (message) => this.#respond(message),
          (error: unknown) => this.fail(error),
        );
      } else this.#respond(response);
    } catch (error) {
      this.fail(error);
    }
  }

  #respond(message: OutgoingMessage): void {
    const encoding = responseEncoding(this.headers);
    if (encoding !== undefined) void this.#respondCompressed(message, encoding);
    else if (this.finish()) this.#send(message, undefined);
  }

  async #respondCompressed(message: OutgoingMessage, encoding: Encoding): Promise<void> {
    try {
      const bytes = await compress(encoding, joined(message));
      if (this.finish()) this.#send(bytes, encoding);
    } catch (error) {
      this.fail(error);
    }
  }

  #send(message: OutgoingMessage, encoding: Encoding | undefined): void {
    if (this.stream.isOpen) this.stream.sendResponse(message, encoding);
  }
}
