import type { ClientMessage, HostMessage, Transport } from "../messages.ts";

type Listener<T> = (value: T) => void;

/** One end of a pipe. Messages arrive in order, later than `send`, as structured clones. */
class End<Out, In> implements Transport<Out, In> {
  other: End<In, Out> | null = null;
  readonly #messages: Listener<In>[] = [];
  readonly #closes: Listener<string>[] = [];
  #open = true;

  send(message: Out): void {
    const { other } = this;
    if (!this.#open || !other) return;
    const copy = structuredClone(message);
    queueMicrotask(() => other.#receive(copy));
  }

  onMessage(listener: Listener<In>): void {
    this.#messages.push(listener);
  }

  onClose(listener: Listener<string>): void {
    this.#closes.push(listener);
  }

  close(): void {
    const { other } = this;
    this.#end("closed");
    if (other) queueMicrotask(() => other.#end("closed by the other side"));
  }

  #receive(message: In): void {
    if (this.#open) for (const listener of this.#messages) listener(message);
  }

  #end(reason: string): void {
    if (!this.#open) return;
    this.#open = false;
    for (const listener of this.#closes) listener(reason);
  }
}

export interface InMemoryPipe {
  readonly client: Transport<ClientMessage, HostMessage>;
  readonly host: Transport<HostMessage, unknown>;
}

/** Both ends of a pipe inside one process, with which tests run the console against the real host. */
export function inMemoryPipe(): InMemoryPipe {
  const client = new End<ClientMessage, HostMessage>();
  const host = new End<HostMessage, ClientMessage>();
  client.other = host;
  host.other = client;
  return { client, host: host as Transport<HostMessage, unknown> };
}
