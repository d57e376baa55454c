import { StatusError } from "../../engine/protocol/status.ts";
import type { TopicName } from "../contract/index.ts";
import type { HostMessage, Transport } from "../contract/messages.ts";

/** Topics whose events are lists of news: what a slow reader missed is joined. All others: latest wins. */
const joined: ReadonlySet<string> = new Set<TopicName>([
  "clients.trials",
  "host.events",
  "telemetry.model",
  "traces.live",
]);

/** A reader with more than this unread is slow, bytes. */
const SLOW_BYTES = 1 << 20;
const CHECK_MS = 50;
const MAX_JOINED = 10_000;

/** Sends one subscriber's events, holding them back while the subscriber's transport is clogged. */
export class Outlet {
  readonly #transport: Transport<HostMessage, unknown>;
  readonly #id: number;
  readonly #joins: boolean;
  readonly #onFailure: (error: StatusError) => void;
  #held: { event: unknown } | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    transport: Transport<HostMessage, unknown>,
    id: number,
    topic: string,
    onFailure: (error: StatusError) => void,
  ) {
    this.#transport = transport;
    this.#id = id;
    this.#joins = joined.has(topic);
    this.#onFailure = onFailure;
  }

  push(event: unknown): void {
    if (this.#held === null && !this.#slow()) return this.#send(event);
    const missed = this.#held?.event;
    const held = this.#joins && Array.isArray(missed) ? missed.concat(event) : event;
    if (Array.isArray(held) && held.length > MAX_JOINED) return this.#overflow();
    this.#held = { event: held };
    this.#timer ??= setInterval(() => this.#flush(), CHECK_MS).unref();
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#held = null;
  }

  #overflow(): void {
    this.close();
    this.#onFailure(
      new StatusError(
        "RESOURCE_EXHAUSTED",
        `The subscriber left ${MAX_JOINED} events unread; subscribe again for the present state.`,
      ),
    );
  }

  #flush(): void {
    if (!this.#held || this.#slow()) return;
    const { event } = this.#held;
    this.close();
    this.#send(event);
  }

  #slow(): boolean {
    return (this.#transport.buffered ?? 0) > SLOW_BYTES;
  }

  #send(value: unknown): void {
    try {
      this.#transport.send({ type: "event", id: this.#id, value });
    } catch (error) {
      this.#onFailure(StatusError.from(error));
    }
  }
}
