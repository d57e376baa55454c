import { StatusError } from "../../../base/status-error.ts";
import type { ConnectionState, HostClient, SubscriptionHandlers } from "../client.ts";
import type { RequestName, RequestParams, RequestResult } from "../index.ts";
import type { TopicEvent, TopicName, TopicParams } from "../index.ts";
import type { ClientMessage, HostMessage, Transport } from "../messages.ts";
import { applyDifference } from "./difference.ts";
import { fromWireError } from "./errors.ts";

export type HostTransport = Transport<ClientMessage, HostMessage>;

export interface ClientOptions {
  /** ms before each further attempt to connect; the last one repeats. */
  readonly retryMs?: readonly number[];
  /** Calls `work` after `ms`; returns a function that cancels it. */
  readonly schedule?: (work: () => void, ms: number) => () => void;
}

interface Pending {
  readonly message: ClientMessage;
  resolve(value: unknown): void;
  reject(error: StatusError): void;
}

interface Subscription {
  readonly name: string;
  readonly params: unknown;
  readonly handlers: SubscriptionHandlers<unknown>;
  /** The state that changes are relative to, and the number of changes; null until a complete state arrives. */
  last: { readonly event: unknown; readonly sequence: number } | null;
}

type Change = Extract<HostMessage, { type: "change" }>;

/**
 * A client that keeps itself connected: `connect` is called at once and, with growing pauses, whenever the
 * connection was lost. Subscriptions are made again; requests are never sent twice: those that wait for an
 * answer, or for a connection that fails, reject UNAVAILABLE.
 */
export function createClient(
  connect: () => HostTransport | Promise<HostTransport>,
  options: ClientOptions = {},
): HostClient {
  return new Client(connect, options);
}

const afterTimeout = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

class Client implements HostClient {
  readonly #connect: () => HostTransport | Promise<HostTransport>;
  readonly #retryMs: readonly number[];
  readonly #schedule: (work: () => void, ms: number) => () => void;
  readonly #pending = new Map<number, Pending>();
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #listeners = new Set<(state: ConnectionState) => void>();
  #state: ConnectionState = "connecting";
  #transport: HostTransport | null = null;
  #attempts = 0;
  #lastId = 0;
  #callOff: () => void = () => {};

  constructor(connect: () => HostTransport | Promise<HostTransport>, options: ClientOptions) {
    this.#connect = connect;
    this.#retryMs = options.retryMs ?? [250, 500, 1000, 2000, 5000];
    this.#schedule = options.schedule ?? afterTimeout;
    void this.#open();
  }

  get connection(): ConnectionState {
    return this.#state;
  }

  onConnection(listener: (state: ConnectionState) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  request<N extends RequestName>(
    name: N,
    params: RequestParams<N>,
    options: { signal?: AbortSignal } = {},
  ): Promise<RequestResult<N>> {
    const { signal } = options;
    if (this.#state === "closed") return Promise.reject(closedError());
    if (signal?.aborted) return Promise.reject(cancelledError(name));
    const id = ++this.#lastId;
    const message: ClientMessage = { type: "request", id, name, params };
    return new Promise<unknown>((resolve, reject) => {
      const cancel = () => {
        this.#pending.delete(id);
        this.#transport?.send({ type: "cancel", id });
        reject(cancelledError(name));
      };
      signal?.addEventListener("abort", cancel, { once: true });
      const settled = () => signal?.removeEventListener("abort", cancel);
      this.#pending.set(id, {
        message,
        resolve: (value) => {
          settled();
          resolve(value);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      });
      this.#transport?.send(message);
    }) as Promise<RequestResult<N>>;
  }

  subscribe<N extends TopicName>(
    name: N,
    params: TopicParams<N>,
    handlers: SubscriptionHandlers<TopicEvent<N>>,
  ): Disposable {
    const id = ++this.#lastId;
    this.#subscriptions.set(id, {
      name,
      params,
      handlers: handlers as SubscriptionHandlers<unknown>,
      last: null,
    });
    this.#transport?.send({ type: "subscribe", id, name, params });
    return {
      [Symbol.dispose]: () => {
        if (this.#subscriptions.delete(id)) this.#transport?.send({ type: "unsubscribe", id });
      },
    };
  }

  close(): void {
    if (this.#state === "closed") return;
    this.#callOff();
    const transport = this.#transport;
    this.#transport = null;
    this.#setState("closed");
    this.#subscriptions.clear();
    this.#rejectAll(closedError());
    transport?.close();
  }

  async #open(): Promise<void> {
    try {
      const transport = await this.#connect();
      if (this.#state === "closed") transport.close();
      else this.#opened(transport);
    } catch (error) {
      this.#lost(StatusError.from(error, "UNAVAILABLE").message);
    }
  }

  #opened(transport: HostTransport): void {
    this.#transport = transport;
    this.#attempts = 0;
    transport.onMessage((message) => this.#receive(message));
    transport.onClose((reason) => {
      if (this.#transport !== transport) return;
      this.#transport = null;
      this.#lost(`The connection to the host was lost: ${reason}.`);
    });
    for (const [id, subscription] of this.#subscriptions) {
      const { name, params } = subscription;
      subscription.last = null;
      transport.send({ type: "subscribe", id, name, params });
    }
    for (const { message } of this.#pending.values()) transport.send(message);
    // Last: what its listeners send mustn't be sent twice, since the host closes connections with duplicate ids.
    this.#setState("open");
  }

  #lost(reason: string): void {
    if (this.#state === "closed") return;
    this.#setState("connecting");
    this.#rejectAll(new StatusError("UNAVAILABLE", reason));
    const pause = this.#retryMs[Math.min(this.#attempts++, this.#retryMs.length - 1)] ?? 0;
    this.#callOff = this.#schedule(() => void this.#open(), pause);
  }

  #receive(message: HostMessage): void {
    const subscription = this.#subscriptions.get(message.id);
    if (message.type === "change") {
      if (subscription) this.#change(subscription, message);
    } else if (message.type === "event") {
      if (subscription) subscription.last = { event: message.value, sequence: 0 };
      subscription?.handlers.event(message.value);
    } else if (subscription && message.type === "error") {
      this.#subscriptions.delete(message.id);
      subscription.handlers.error?.(fromWireError(message.error));
    } else {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.type === "result") pending?.resolve(message.value);
      else pending?.reject(fromWireError(message.error));
    }
  }

  /** After a missed change the complete state is requested. */
  #change(subscription: Subscription, { id, sequence, change }: Change): void {
    const { name, params, last, handlers } = subscription;
    if (!last) return;
    if (sequence !== last.sequence + 1) {
      subscription.last = null;
      this.#transport?.send({ type: "unsubscribe", id });
      this.#transport?.send({ type: "subscribe", id, name, params });
      return;
    }
    const event = applyDifference(last.event, change);
    subscription.last = { event, sequence };
    handlers.event(event);
  }

  #rejectAll(error: StatusError): void {
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const each of waiting) each.reject(error);
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

function closedError(): StatusError {
  return new StatusError("UNAVAILABLE", "The connection to the host was closed.");
}

function cancelledError(name: string): StatusError {
  return new StatusError("CANCELLED", `The request '${name}' was cancelled.`);
}
