import {
  type Instants,
  scheduleInstants,
  type OpenLoad,
  type RequestPlan,
  toWarmupLoad,
} from "../schedule/index.ts";
import { type LaneOpener, splitFigures, type WireRequest } from "./lane.ts";
import { LanePool } from "./lane-pool.ts";
import type { Load, LoadObserver } from "./load.ts";
import { Sequencer } from "./sequencer.ts";
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
}

interface Schedule {
  readonly instants: Instants;
  readonly sequencer: Sequencer;
  /** Monotonic ms of the schedule's 0. */
  readonly from: number;
  /** Requests still to come. */
  left: number;
}

interface PlannedLoad {
  readonly load: OpenLoad;
  readonly plans: { readonly warmup: PhasePlan; readonly span: PhasePlan };
}

/** Sends at instants that are fixed before the run, however many requests are in flight. */
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
      const at = from + instants.next;
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
      instants.advance();
      this.#release(this.#present, at, now);
      if (--this.#present.left === 0) this.#endWith(from + instants.next);
    }
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

  #release({ sequencer }: Schedule, at: number, now: number): void {
    const { observer, mostOutstanding = MAX_OUTSTANDING } = this.#tools;
    const booking = observer.scheduled(at, now);
    const { planned, line } = sequencer.next();
    const request = this.#traffic.request(planned);
    if (this.#outstanding >= mostOutstanding) {
      const message = `${mostOutstanding} requests were out already; it was not sent`;
      const times = { scheduledAt: at, sentAt: at, now, items: request.items };
      observer.ended(booking, { status: "ABORTED", message }, true, times);
      return;
    }
    this.#outstanding += 1;
    const send = () => this.#send(request, at, booking, () => line?.next());
    if (line) line.enter(send);
    else send();
  }

  #send(
    request: WireRequest,
    at: number,
    booking: ReturnType<LoadObserver["scheduled"]>,
    done: () => void,
  ): void {
    const { observer, now } = this.#tools;
    const sentAt = now();
    observer.sent(booking, sentAt);
    this.#pool.send(request, (outcome, lost, figures) => {
      const times = {
        scheduledAt: at,
        sentAt,
        now: now(),
        items: request.items,
        ...splitFigures(figures),
      };
      this.#outstanding -= 1;
      observer.ended(booking, outcome, lost, times);
      if (this.#closed) return;
      done();
      // What becomes due in the meantime need not wait for its alarm.
      this.#sendDue();
      this.#resolveDrained();
    });
  }
}
