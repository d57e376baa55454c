import { StatusError } from "../../base/status-error.ts";
import type { TopicName } from "../contract/index.ts";
import type { HostMessage, Transport } from "../contract/messages.ts";
import { delayMs, type Pace } from "./pace.ts";
import { difference } from "../contract/rpc/difference.ts";

/** Topics whose events are lists of new items: those that a slow reader missed are merged. For others, the latest event wins. */
const joined: ReadonlySet<string> = new Set<TopicName>([
  "clients.trials",
  "host.events",
  "kubernetes.log",
  "observed.intervals",
  "observed.trend",
  "traces.live",
]);

/** Topics whose events are large states that change little: after the first, only changes are sent. */
const byChanges: ReadonlySet<string> = new Set<TopicName>(["fleets.grid"]);

/** A reader with more unread bytes than this is slow. */
const SLOW_BYTES = 1 << 20;
const CHECK_MS = 50;
const MAX_JOINED = 10_000;

/** Sends one subscriber's events, and holds them back while its transport is congested and in quiet mode. */
export class Outlet {
  readonly #transport: Transport<HostMessage, unknown>;
  readonly #id: number;
  readonly #topic: string;
  readonly #pace: Pace;
  readonly #joins: boolean;
  readonly #byChanges: boolean;
  readonly #onFailure: (error: StatusError) => void;
  #held: { event: unknown } | null = null;
  /** The subscriber's last event, and the number of changes since the last full state. */
  #last: { event: unknown; sequence: number } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #sentAt: number | null = null;

  constructor(
    transport: Transport<HostMessage, unknown>,
    { id, topic }: { readonly id: number; readonly topic: string },
    onFailure: (error: StatusError) => void,
    pace: Pace = { isQuiet: false },
  ) {
    this.#transport = transport;
    this.#id = id;
    this.#topic = topic;
    this.#pace = pace;
    this.#joins = joined.has(topic);
    this.#byChanges = byChanges.has(topic);
    this.#onFailure = onFailure;
  }

  push(event: unknown): void {
    if (this.#held === null && this.#delayMs() === 0) return this.#send(event);
    const missed = this.#held?.event;
    const held = this.#joins && Array.isArray(missed) ? missed.concat(event) : event;
    if (Array.isArray(held) && held.length > MAX_JOINED) return this.#overflow();
    this.#held = { event: held };
    this.#await();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
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

  #await(): void {
    this.#timer ??= setTimeout(() => this.#flush(), this.#delayMs()).unref();
  }

  #flush(): void {
    this.#timer = null;
    if (!this.#held) return;
    if (this.#delayMs() > 0) return this.#await();
    const { event } = this.#held;
    this.close();
    this.#send(event);
  }

  #slow(): boolean {
    return (this.#transport.buffered ?? 0) > SLOW_BYTES;
  }

  #delayMs(): number {
    if (this.#slow()) return CHECK_MS;
    const lastSent = this.#sentAt === null ? null : performance.now() - this.#sentAt;
    return delayMs(this.#pace, this.#topic, lastSent);
  }

  #send(value: unknown): void {
    this.#sentAt = performance.now();
    try {
      if (this.#byChanges && this.#last) return this.#sendChange(this.#last, value);
      this.#transport.send({ type: "event", id: this.#id, value });
      if (this.#byChanges) this.#last = { event: value, sequence: 0 };
    } catch (error) {
      this.#onFailure(StatusError.from(error));
    }
  }

  #sendChange(last: { event: unknown; sequence: number }, event: unknown): void {
    const change = difference(last.event, event);
    if (!change) return;
    const sequence = last.sequence + 1;
    this.#transport.send({ type: "change", id: this.#id, sequence, change });
    this.#last = { event, sequence };
  }
}
