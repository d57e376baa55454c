import { z } from "zod";
import { type StatusCode, StatusError } from "../../base/status-error.ts";
import { type RequestName, requests, type TopicName, topics } from "../contract/index.ts";
import { clientMessage, type HostMessage, type Transport } from "../contract/messages.ts";
import { toWireError } from "../contract/rpc/errors.ts";
import type { AllHandlers, RequestHandler, TopicHandler } from "./handlers.ts";
import { Outlet } from "./outlet.ts";
import type { Pace } from "./pace.ts";

/** Host or disk faults: they concern more than the request that met them. */
const faults: ReadonlySet<StatusCode> = new Set(["INTERNAL", "DATA_LOSS", "RESOURCE_EXHAUSTED"]);

/** One caller: its running requests and its subscriptions, which end with it. */
export class Connection {
  readonly #transport: Transport<HostMessage, unknown>;
  readonly #handlers: AllHandlers;
  readonly #onFault: (error: StatusError) => void;
  readonly #pace: Pace;
  readonly #running = new Map<number, AbortController>();
  readonly #subscriptions = new Map<number, Subscription>();

  constructor(
    transport: Transport<HostMessage, unknown>,
    handlers: AllHandlers,
    onFault: (error: StatusError) => void,
    pace: Pace,
  ) {
    this.#pace = pace;
    this.#transport = transport;
    this.#handlers = handlers;
    this.#onFault = onFault;
    transport.onMessage((message) => this.#receive(message));
  }

  close(): void {
    this.end();
    this.#transport.close();
  }

  /** Aborts requests and ends subscriptions; sends nothing more for them. */
  end(): void {
    const running = [...this.#running.values()];
    const subscriptions = [...this.#subscriptions.values()];
    this.#running.clear();
    this.#subscriptions.clear();
    for (const controller of running) controller.abort();
    for (const subscription of subscriptions) subscription.end();
  }

  /** An unknown message or a duplicate id ends the connection. */
  #receive(received: unknown): void {
    const parsed = clientMessage.safeParse(received);
    if (!parsed.success) return this.close();
    const message = parsed.data;
    if (message.type === "cancel") return this.#running.get(message.id)?.abort();
    if (message.type === "unsubscribe") return this.#unsubscribe(message.id);
    if (this.#running.has(message.id) || this.#subscriptions.has(message.id)) return this.close();
    if (message.type === "subscribe")
      return this.#subscribe(message.id, message.name, message.params);
    void this.#request(message.id, message.name, message.params);
  }

  async #request(id: number, name: string, params: unknown): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const reply = await this.#answer(name, params, controller.signal).then(
      (value): HostMessage => ({ type: "result", id, value }),
      (error): HostMessage => this.#errorMessage(id, error),
    );
    if (this.#running.delete(id)) this.#send(reply);
  }

  async #answer(name: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    if (!isRequest(name)) throw unknownName("request", name);
    const handler = this.#handlers.requests[name] as RequestHandler<RequestName>;
    const result = await handler(parseParams(name, requests[name].params, params), signal);
    return parseOwn(name, requests[name].result, result);
  }

  #subscribe(id: number, name: string, params: unknown): void {
    const fail = (error: unknown) => {
      if (this.#subscriptions.get(id) !== subscription) return;
      this.#unsubscribe(id);
      this.#send(this.#errorMessage(id, error));
    };
    const outlet = new Outlet(this.#transport, { id, topic: name }, fail, this.#pace);
    const subscription = new Subscription(() => outlet.close());
    this.#subscriptions.set(id, subscription);
    try {
      if (!isTopic(name)) throw unknownName("topic", name);
      const { params: paramsSchema, event: eventSchema } = topics[name];
      const handler = this.#handlers.topics[name] as TopicHandler<TopicName>;
      const event = (value: unknown) => {
        if (subscription.ended) return;
        try {
          outlet.push(parseOwn(name, eventSchema, value));
        } catch (error) {
          fail(error);
        }
      };
      subscription.attach(handler(parseParams(name, paramsSchema, params), { event, error: fail }));
    } catch (error) {
      fail(error);
    }
  }

  #unsubscribe(id: number): void {
    const subscription = this.#subscriptions.get(id);
    this.#subscriptions.delete(id);
    subscription?.end();
  }

  /** A value that the transport can't encode becomes an error. */
  #send(message: HostMessage): void {
    try {
      this.#transport.send(message);
    } catch (error) {
      this.#transport.send(this.#errorMessage(message.id, error));
    }
  }

  #errorMessage(id: number, thrown: unknown): HostMessage {
    const error = StatusError.from(thrown);
    if (faults.has(error.code)) this.#onFault(error);
    return { type: "error", id, error: toWireError(error) };
  }
}

/** Holds the result of a topic's handler, which may arrive after the subscription has ended. */
class Subscription {
  #source: Disposable | null = null;
  #ended = false;
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get ended(): boolean {
    return this.#ended;
  }

  attach(source: Disposable): void {
    if (this.#ended) source[Symbol.dispose]();
    else this.#source = source;
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
    this.#source?.[Symbol.dispose]();
  }
}

function isRequest(name: string): name is RequestName {
  return Object.hasOwn(requests, name);
}

function isTopic(name: string): name is TopicName {
  return Object.hasOwn(topics, name);
}

function unknownName(kind: "request" | "topic", name: string): StatusError {
  return new StatusError("UNIMPLEMENTED", `This host has no ${kind} '${name}'.`);
}

/** Parses a caller's parameters; throws INVALID_ARGUMENT with field and reason. */
function parseParams(name: string, schema: z.ZodType, params: unknown): never {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data as never;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `The parameters of '${name}' are wrong: ${z.prettifyError(parsed.error)}`,
  );
}

/** Parses a value of the host before it is sent, dropping fields that aren't in the contract; throws INTERNAL if it is invalid. */
function parseOwn(name: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new StatusError(
    "INTERNAL",
    `The host's response to '${name}' breaks the contract: ${z.prettifyError(parsed.error)}`,
  );
}
