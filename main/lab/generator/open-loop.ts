import {
  type Instants,
  scheduleInstants,
  type OpenLoad,
  type RequestPlan,
  toWarmupLoad,
} from "../schedule/index.ts";
import { MAX_CONVERSATIONS } from "../../contract/index.ts";
import { type LaneOpener, type Outcome, splitFigures, type WireRequest } from "./lane.ts";
import { LanePool } from "./lane-pool.ts";
import { NO_RESPONSE, type TimedResponse } from "./held-conversations.ts";
import type { Load, LoadObserver } from "./load.ts";
import { type DueTurn, DueTurns } from "./due-turns.ts";
import { type Sequenced, Sequencer } from "./sequencer.ts";
import type { Alarm } from "./ticker.ts";
import type { EncodedTraffic } from "./traffic-kind.ts";

/** Max requests in flight: what is due beyond counts as failed, unsent. */
export const MAX_OUTSTANDING = 65_536;

/** Max ms of sending at a stretch; then responses, timers and commands have their turn. */
const PASS_MS = 5;

/** What to send in a phase, and when. */
export interface PhasePlan {
  readonly requests: RequestPlan;
  readonly seed: number;
}

export interface OpenLoopTools {
  readonly opener: LaneOpener;
  readonly observer: LoadObserver;
  readonly now: () => number;
  readonly alarm: (call: () => void) => Alarm;
  readonly mostOutstanding?: number;
  readonly mostConversations?: number;
}

interface Schedule {
  readonly instants: Instants;
  readonly sequencer: Sequencer;
  /** Monotonic ms of the schedule's 0. */
  readonly from: number;
  /** Requests still to come. */
  left: number;
}

/** A request that left, or waits for its sequence. */
interface Released {
  readonly booking: ReturnType<LoadObserver["scheduled"]>;
  readonly sequenced: Sequenced;
}

interface PlannedLoad {
  readonly load: OpenLoad;
  readonly plans: { readonly warmup: PhasePlan; readonly span: PhasePlan };
}

/**
 * Sends at instants that are fixed before the run, however many requests are in flight. At these instants conversations
 * begin, where there are any; a later turn is due when the response before it and the think time are over (LAB-CONV-10).
 */
export class OpenLoop implements Load {
  readonly #traffic: EncodedTraffic;
  readonly #load: OpenLoad;
  readonly #plans: PlannedLoad["plans"];
  readonly #tools: OpenLoopTools;
  readonly #pool: LanePool;
  readonly #alarm: Alarm;
  readonly #limit: { readonly requests: number | null; readonly reached: (at: number) => void };
  #present: Schedule | null = null;
  #following: Schedule | null = null;
  readonly #turns = new DueTurns();
  /** Conversations in progress. */
  #held = 0;
  #until = Number.POSITIVE_INFINITY;
  #stopped = false;
  #closed = false;
  /** More was due than a pass could send; the next one comes after everything else. */
  #behind: NodeJS.Immediate | null = null;
  #outstanding = 0;
  /** Requests that only end sequences, counted nowhere. */
  #ending = 0;
  #drained: (() => void) | null = null;

  /** `limit.reached` gets the instant of the span's first request that exceeded the limit. */
  constructor(
    traffic: EncodedTraffic,
    { load, plans }: PlannedLoad,
    tools: OpenLoopTools,
    limit: { readonly requests: number | null; readonly reached: (at: number) => void },
  ) {
    this.#traffic = traffic;
    this.#load = load;
    this.#plans = plans;
    this.#tools = tools;
    this.#limit = limit;
    this.#pool = new LanePool(tools.opener);
    this.#alarm = tools.alarm(() => this.#sendDue());
  }

  get outstanding(): number {
    return this.#outstanding;
  }

  readonly oldestOut = Number.POSITIVE_INFINITY;

  warmUp(from: number): void {
    this.#present = this.#schedule(
      toWarmupLoad(this.#load),
      this.#plans.warmup,
      from,
      Number.POSITIVE_INFINITY,
    );
    this.#sendDue();
  }

  measure(from: number, until: number): void {
    this.#until = until;
    const limit = this.#limit.requests ?? Number.POSITIVE_INFINITY;
    const schedule = this.#schedule(this.#load, this.#plans.span, from, limit);
    // A warm-up that is behind is abandoned, or the span would begin with its backlog.
    if (this.#present !== null && this.#behind === null) this.#following = schedule;
    else {
      this.#endSequences();
      this.#present = schedule;
    }
    this.#sendDue();
  }

  adjust(perSecond: number): boolean {
    const schedules = [this.#present, this.#following].filter((each) => each !== null);
    const now = this.#tools.now();
    const changed = schedules.map(({ instants, from }) =>
      instants.change(perSecond, Math.max(0, now - from)),
    );
    this.#sendDue();
    return changed.includes(true);
  }

  stop(at: number): void {
    this.#until = Math.min(this.#until, at);
    this.#sendDue();
    this.#stopped = true;
    if (this.#behind === null) this.#endSequences();
  }

  onDrained(listener: () => void): void {
    this.#drained = listener;
    this.#resolveDrained();
  }

  #resolveDrained(): void {
    const isOut = this.#outstanding > 0 || this.#ending > 0 || this.#behind !== null;
    if (this.#stopped && !isOut) this.#drained?.();
  }

  close(): void {
    this.#stopped = true;
    this.#closed = true;
    if (this.#behind !== null) clearImmediate(this.#behind);
    this.#pool.close();
    this.#alarm[Symbol.dispose]();
  }

  #schedule(load: OpenLoad, plan: PhasePlan, from: number, left: number): Schedule {
    const kinds = this.#traffic.span;
    return {
      instants: scheduleInstants(load, plan.seed),
      sequencer: new Sequencer(plan.requests, kinds),
      from,
      left,
    };
  }

  #sendDue(): void {
    if (this.#behind !== null) return;
    const endOfPass = this.#tools.now() + PASS_MS;
    while (!this.#closed && this.#present !== null) {
      const { instants, from } = this.#present;
      const at = Math.min(from + instants.next, this.#turns.next);
      const until = Math.min(this.#until, this.#following?.from ?? Number.POSITIVE_INFINITY);
      if (at >= until) {
        if (this.#following === null || this.#until <= this.#following.from) return;
        this.#endSequences();
        this.#present = this.#following;
        this.#following = null;
        continue;
      }
      const now = this.#tools.now();
      if (at > now) {
        if (Number.isFinite(at)) this.#alarm.set(at);
        return;
      }
      if (now > endOfPass) {
        this.#behind = setImmediate(() => this.#catchUp());
        return;
      }
      this.#release(this.#take(at), at, now);
      this.#present.left -= 1;
      if (this.#present.left === 0) this.#endWith(Math.min(from + instants.next, this.#turns.next));
    }
  }

  /** What is due at an instant: the next turn of a conversation, or what the schedule has. */
  #take(at: number): Sequenced {
    const { instants, sequencer } = this.#present as Schedule;
    if (this.#turns.next > at) {
      instants.advance();
      return sequencer.next();
    }
    const { kind, slot } = this.#turns.take() as DueTurn;
    return sequencer.turn(kind, slot);
  }

  #catchUp(): void {
    this.#behind = null;
    this.#sendDue();
    if (this.#stopped && this.#behind === null) this.#endSequences();
    this.#resolveDrained();
  }

  /** Open sequences would occupy the server's slots until it drops them. */
  #endSequences(): void {
    for (const { planned, line } of this.#present?.sequencer.last() ?? []) {
      const request = this.#traffic.request(planned);
      this.#ending += 1;
      line.enter(() =>
        this.#pool.send(request, () => {
          this.#ending -= 1;
          if (this.#closed) return;
          line.next();
          this.#resolveDrained();
        }),
      );
    }
  }

  #endWith(next: number): void {
    if (!Number.isFinite(next)) return;
    this.#until = Math.min(this.#until, next);
    this.#limit.reached(this.#until);
  }

  #release(sequenced: Sequenced, at: number, now: number): void {
    const { observer } = this.#tools;
    const { planned, line } = sequenced;
    const booking = observer.scheduled(at, now);
    const { turn } = planned;
    const isFirst = turn?.index === 0;
    const reason = this.#unsentReason(isFirst);
    if (reason !== null) {
      const failure = { status: "ABORTED", message: reason };
      if (isFirst) observer.conversationRefused(booking);
      else this.#endTurn(sequenced, failure, { ...NO_RESPONSE, elapsedMs: 0, now });
      const position = turn && { index: turn.index, isToolRound: false };
      const times = { scheduledAt: at, sentAt: at, now, items: 1, turn: position };
      observer.ended(booking, failure, true, times);
      return;
    }
    if (isFirst) {
      this.#held += 1;
      observer.conversationBegan(booking);
    }
    const request = this.#traffic.request(planned);
    this.#outstanding += 1;
    const send = () => this.#send(request, at, { booking, sequenced });
    if (line) line.enter(send);
    else send();
  }

  /** Why a request that is due is not sent; null: it is. */
  #unsentReason(isConversation: boolean): string | null {
    const { mostOutstanding = MAX_OUTSTANDING, mostConversations = MAX_CONVERSATIONS } =
      this.#tools;
    if (this.#outstanding >= mostOutstanding)
      return `${mostOutstanding} requests were out already; it was not sent`;
    if (isConversation && this.#held >= mostConversations)
      return `${mostConversations} conversations were in progress already; it was not begun`;
    return null;
  }

  /** Plans the conversation's next turn, or ends it. */
  #endTurn(
    { planned, slot }: Sequenced,
    outcome: Outcome,
    { now, ...response }: TimedResponse & { readonly now: number },
  ): void {
    const { turn, kind } = planned;
    if (!turn) return;
    const next = outcome ?? (turn.isLast ? null : this.#traffic.answered(planned, response));
    if (typeof next === "number") {
      this.#turns.add({ at: now + next, kind, slot });
      return;
    }
    this.#traffic.forget(planned);
    this.#held -= 1;
    this.#tools.observer.conversationEnded(next);
  }

  #send(request: WireRequest, at: number, { booking, sequenced }: Released): void {
    const { observer, now } = this.#tools;
    const { line } = sequenced;
    const sentAt = now();
    observer.sent(booking, sentAt);
    this.#pool.send(request, (outcome, lost, figures) => {
      const endedAt = now();
      const { stream, usage } = splitFigures(figures);
      const { items, group, turn } = request;
      this.#outstanding -= 1;
      const response = stream?.response ?? NO_RESPONSE;
      this.#endTurn(sequenced, outcome, { ...response, elapsedMs: endedAt - sentAt, now: endedAt });
      const times = { scheduledAt: at, sentAt, now: endedAt, items, stream, usage, turn, group };
      observer.ended(booking, outcome, lost, times);
      if (this.#closed) return;
      line?.next();
      // What becomes due in the meantime need not wait for its alarm.
      this.#sendDue();
      this.#resolveDrained();
    });
  }
}
