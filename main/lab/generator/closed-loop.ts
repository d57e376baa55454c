import { type PlannedRequest, type RequestPlan, Slot } from "../schedule/index.ts";
import {
  type Lane,
  type LaneOpener,
  type Outcome,
  splitFigures,
  type WireRequest,
} from "./lane.ts";
import { NO_RESPONSE, type TimedResponse, type TurnPosition } from "./held-conversations.ts";
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
 * A number of clients: when a client's request ends, successfully or not, it sends the next one, at once or after its think
 * time, and not before its pace allows. With conversations, a client has one after the other.
 */
export class ClosedLoop implements Load {
  readonly #traffic: EncodedTraffic;
  readonly #tools: ClosedLoopTools;
  readonly #plans: { readonly warmup: RequestPlan; readonly span: RequestPlan };
  readonly #delays: Delays;
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
    load: { readonly clients: number; readonly thinkMs: number; readonly paceMs?: number | null },
    plans: { readonly warmup: RequestPlan; readonly span: RequestPlan },
    tools: ClosedLoopTools,
  ) {
    this.#traffic = traffic;
    this.#plans = plans;
    this.#plan = plans.warmup;
    this.#wanted = load.clients;
    this.#delays = { thinkMs: load.thinkMs, paceMs: load.paceMs ?? 0 };
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
    this.#resolveDrained();
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
      const client = new Client(this.#tools, this.#delays, {
        next: (slot) => this.#plan.next(slot),
        request: (planned) => this.#traffic.request(planned),
        endTurn: (planned, outcome, response) => this.#endTurn(planned, outcome, response),
        last: (slot) => this.#last(slot),
        sent: () => (this.#outstanding += 1),
        ended: () => {
          this.#outstanding -= 1;
          this.#resolveDrained();
        },
        sequenceEnded: () => {
          this.#ending -= 1;
          this.#resolveDrained();
        },
      });
      this.#clients.push(client);
      client.send();
    }
  }

  /** Returns the time until the conversation's next turn in ms; null: it is over. */
  #endTurn(planned: PlannedRequest, outcome: Outcome, response: TimedResponse): number | null {
    const next =
      outcome ?? (planned.turn?.isLast ? null : this.#traffic.answered(planned, response));
    if (typeof next === "number") return next;
    this.#traffic.forget(planned);
    this.#tools.observer.conversationEnded(next);
    return null;
  }

  #last(slot: Slot): WireRequest | null {
    const planned = this.#plan.last(slot);
    if (planned === null) return null;
    this.#ending += 1;
    return this.#traffic.request(planned);
  }

  #resolveDrained(): void {
    if (this.#stopped && this.#outstanding === 0 && this.#ending === 0) this.#drained?.();
  }
}

interface Delays {
  readonly thinkMs: number;
  readonly paceMs: number;
}

interface Office {
  next(slot: Slot): PlannedRequest;
  request(planned: PlannedRequest): WireRequest;
  /** Returns the time until the conversation's next turn in ms; null: it is over. */
  endTurn(planned: PlannedRequest, outcome: Outcome, response: TimedResponse): number | null;
  /** The request that ends the client's sequence; null without one. */
  last(slot: Slot): WireRequest | null;
  sent(): void;
  ended(): void;
  sequenceEnded(): void;
}

class Client {
  readonly #tools: ClosedLoopTools;
  readonly #delays: Delays;
  readonly #office: Office;
  readonly #lane: Lane;
  readonly #slot = new Slot();
  #pause: NodeJS.Timeout | null = null;
  #busy = false;
  sentAt = 0;
  #items = 0;
  #turn: TurnPosition | undefined;
  #group: number | null | undefined;
  #planned: PlannedRequest | null = null;
  #state: "working" | "leaving" | "stopped" | "ending" = "working";

  constructor(tools: ClosedLoopTools, delays: Delays, office: Office) {
    this.#tools = tools;
    this.#delays = delays;
    this.#office = office;
    this.#lane = tools.opener.open((outcome, lost, figures) => {
      if (this.#state === "ending") {
        office.sequenceEnded();
        return;
      }
      const now = tools.now();
      this.#busy = false;
      const { sentAt } = this;
      const turn = this.#turn;
      const { stream, usage } = splitFigures(figures);
      const response = { items: this.#items, stream, usage };
      const times = { scheduledAt: sentAt, sentAt, now, ...response, turn, group: this.#group };
      const own = stream?.response ?? NO_RESPONSE;
      const thinkMs = this.#think(outcome, { ...own, elapsedMs: now - sentAt });
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
      const paceLeftMs = sentAt + this.#delays.paceMs - now;
      const waitMs = Math.max(lost ? PAUSE_MS : 0, thinkMs, paceLeftMs);
      if (waitMs === 0) this.send();
      else this.#pause = setTimeout(() => this.send(), waitMs);
    });
  }

  /** ms before the next request, which belongs to another conversation where this turn ended one. */
  #think(outcome: Outcome, response: TimedResponse): number {
    if (!this.#planned?.turn) return this.#delays.thinkMs;
    const thinkMs = this.#office.endTurn(this.#planned, outcome, response);
    if (thinkMs !== null) return thinkMs;
    this.#slot.running = null;
    return this.#delays.thinkMs;
  }

  get isOut(): boolean {
    return this.#busy;
  }

  get #sendsOn(): boolean {
    return this.#state === "working" || this.#state === "leaving";
  }

  send(): void {
    const planned = this.#office.next(this.#slot);
    const request = this.#office.request(planned);
    this.#planned = planned;
    this.#busy = true;
    this.#items = request.items;
    this.#turn = request.turn;
    this.#group = request.group;
    this.sentAt = this.#tools.now();
    if (planned.turn?.index === 0) this.#tools.observer.conversationBegan(null);
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
