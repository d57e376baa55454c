import { type RequestPlan, Slot } from "../schedule/index.ts";
import type { Lane, LaneOpener, WireRequest } from "./lane.ts";
import type { Load, LoadObserver } from "./load.ts";
import type { EncodedTraffic } from "./traffic-kind.ts";

/** Delay after a lost connection, so that a dead server is not hammered. */
const PAUSE_MS = 100;

export interface ClosedLoopTools {
  readonly opener: LaneOpener;
  readonly observer: LoadObserver;
  readonly now: () => number;
}

/**
 * A number of clients: when a request of one ends, successful or not, it sends the next, at once or after its think
 * time.
 */
export class ClosedLoop implements Load {
  readonly #traffic: EncodedTraffic;
  readonly #tools: ClosedLoopTools;
  readonly #plans: { readonly warmup: RequestPlan; readonly span: RequestPlan };
  readonly #thinkMs: number;
  readonly #clients: Client[] = [];
  readonly #leaving: Client[] = [];
  #plan: RequestPlan;
  #wanted: number;
  #stopped = false;
  #outstanding = 0;
  /** Requests that only end sequences, counted nowhere. */
  #ending = 0;
  #drained: (() => void) | null = null;

  constructor(
    traffic: EncodedTraffic,
    load: { readonly clients: number; readonly thinkMs: number },
    plans: { readonly warmup: RequestPlan; readonly span: RequestPlan },
    tools: ClosedLoopTools,
  ) {
    this.#traffic = traffic;
    this.#plans = plans;
    this.#plan = plans.warmup;
    this.#wanted = load.clients;
    this.#thinkMs = load.thinkMs;
    this.#tools = tools;
  }

  get outstanding(): number {
    return this.#outstanding;
  }

  get oldestOut(): number {
    const all = [...this.#clients, ...this.#leaving];
    return all.reduce(
      (oldest, { isOut, sentAt }) => (isOut && sentAt < oldest ? sentAt : oldest),
      Number.POSITIVE_INFINITY,
    );
  }

  warmUp(): void {
    this.#fill();
  }

  /** Clients end their sequences, then take the span's requests. */
  measure(): void {
    this.#plan = this.#plans.span;
    this.#fill();
  }

  adjust(clients: number): boolean {
    this.#wanted = Math.max(1, Math.round(clients));
    this.#fill();
    for (const client of this.#clients.splice(this.#wanted)) {
      this.#leaving.push(client);
      client.retire();
    }
    return true;
  }

  stop(): void {
    this.#stopped = true;
    for (const client of [...this.#clients, ...this.#leaving]) client.stop();
    for (const client of [...this.#clients, ...this.#leaving]) client.endSequence();
  }

  onDrained(listener: () => void): void {
    this.#drained = listener;
    this.#tellDrained();
  }

  close(): void {
    this.#stopped = true;
    for (const client of [...this.#clients, ...this.#leaving]) {
      client.stop();
      client.close();
    }
  }

  #fill(): void {
    while (!this.#stopped && this.#clients.length < this.#wanted) {
      const client = new Client(this.#tools, this.#thinkMs, {
        next: (slot) => this.#traffic.request(this.#plan.next(slot)),
        last: (slot) => this.#last(slot),
        sent: () => (this.#outstanding += 1),
        ended: () => {
          this.#outstanding -= 1;
          this.#tellDrained();
        },
        sequenceEnded: () => {
          this.#ending -= 1;
          this.#tellDrained();
        },
      });
      this.#clients.push(client);
      client.send();
    }
  }

  #last(slot: Slot): WireRequest | null {
    const planned = this.#plan.last(slot);
    if (planned === null) return null;
    this.#ending += 1;
    return this.#traffic.request(planned);
  }

  #tellDrained(): void {
    if (this.#stopped && this.#outstanding === 0 && this.#ending === 0) this.#drained?.();
  }
}

interface Office {
  next(slot: Slot): WireRequest;
  /** The request that ends the client's sequence; null without one. */
  last(slot: Slot): WireRequest | null;
  sent(): void;
  ended(): void;
  sequenceEnded(): void;
}

class Client {
  readonly #tools: ClosedLoopTools;
  readonly #thinkMs: number;
  readonly #office: Office;
  readonly #lane: Lane;
  readonly #slot = new Slot();
  #pause: NodeJS.Timeout | null = null;
  #busy = false;
  sentAt = 0;
  #items = 0;
  #state: "working" | "leaving" | "stopped" | "ending" = "working";

  constructor(tools: ClosedLoopTools, thinkMs: number, office: Office) {
    this.#tools = tools;
    this.#thinkMs = thinkMs;
    this.#office = office;
    this.#lane = tools.opener.open((outcome, lost, figures) => {
      if (this.#state === "ending") {
        office.sequenceEnded();
        return;
      }
      const now = tools.now();
      this.#busy = false;
      const { sentAt } = this;
      const times = { scheduledAt: sentAt, sentAt, now, items: this.#items, figures };
      tools.observer.ended(null, outcome, lost, times);
      // The observer may have stopped the load, and this client may be ending its sequence.
      const sendsOn = this.#sendsOn;
      this.endSequence();
      office.ended();
      if (!sendsOn) return;
      if (this.#state === "leaving" && this.#slot.running === null) {
        this.#lane.close();
        return;
      }
      const waitMs = lost ? Math.max(PAUSE_MS, this.#thinkMs) : this.#thinkMs;
      if (waitMs === 0) this.send();
      else this.#pause = setTimeout(() => this.send(), waitMs);
    });
  }

  get isOut(): boolean {
    return this.#busy;
  }

  get #sendsOn(): boolean {
    return this.#state === "working" || this.#state === "leaving";
  }

  send(): void {
    const request = this.#office.next(this.#slot);
    this.#busy = true;
    this.#items = request.items;
    this.sentAt = this.#tools.now();
    this.#tools.observer.sent(null, this.sentAt);
    this.#office.sent();
    this.#lane.send(request);
  }

  /** Sends no more. */
  stop(): void {
    this.#state = "stopped";
    if (this.#pause !== null) clearTimeout(this.#pause);
  }

  /** An open sequence would occupy one of the server's slots. For a stopped client without a request in flight. */
  endSequence(): void {
    if (this.#state !== "stopped" || this.#busy) return;
    const request = this.#office.last(this.#slot);
    if (request === null) return;
    this.#state = "ending";
    this.#lane.send(request);
  }

  /** Stops after its request, and the sequence that it belongs to, have ended. */
  retire(): void {
    this.#state = "leaving";
    if (this.#busy || this.#slot.running !== null) return;
    this.stop();
    this.#lane.close();
  }

  close(): void {
    this.#lane.close();
  }
}
