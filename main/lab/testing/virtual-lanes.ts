import type { Done, LaneOpener, WireRequest } from "../generator/lane.ts";
import type { LoadObserver } from "../generator/load.ts";
import type { RequestTimes } from "../generator/request-times.ts";
import { Phase } from "../generator/phase.ts";
import type { Alarm } from "../generator/ticker.ts";
import type { EncodedTraffic } from "../generator/traffic-kind.ts";
import type { PlannedKind } from "../schedule/index.ts";

/** A clock of monotonic ms that advances on request, with events at their instants. */
export class VirtualTime {
  #now = 1000;
  #events: { readonly at: number; readonly call: () => void }[] = [];

  readonly now = () => this.#now;

  at(at: number, call: () => void): void {
    this.#events.push({ at, call });
  }

  /** Time passes and nothing else happens. */
  block(ms: number): void {
    this.#now += ms;
  }

  /** Includes what becomes due in the meantime. */
  pass(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      this.#events.sort((a, b) => a.at - b.at);
      const next = this.#events[0];
      if (next === undefined || next.at > until) break;
      this.#events.shift();
      this.#now = Math.max(this.#now, next.at);
      next.call();
    }
    this.#now = Math.max(this.#now, until);
  }

  readonly alarm = (call: () => void): Alarm => {
    let setTo = Number.POSITIVE_INFINITY;
    return {
      set: (at) => {
        if (at >= setTo) return;
        setTo = at;
        this.at(at, () => {
          setTo = Number.POSITIVE_INFINITY;
          call();
        });
      },
      [Symbol.dispose]() {},
    };
  };
}

export interface SentRequest {
  readonly at: number;
  readonly text: string;
}

/** Lanes whose n-th request takes `serviceMs`; infinite: for ever. */
export class VirtualLanes implements LaneOpener {
  readonly sent: SentRequest[] = [];
  readonly #time: VirtualTime;
  readonly #serviceMs: (index: number) => number;
  lanes = 0;
  closed = 0;

  constructor(time: VirtualTime, serviceMs: (index: number) => number) {
    this.#time = time;
    this.#serviceMs = serviceMs;
  }

  open(done: Done) {
    this.lanes += 1;
    let current = 0;
    return {
      send: (request: WireRequest) => {
        const turn = ++current;
        const ms = this.#serviceMs(this.sent.length);
        this.sent.push({ at: this.#time.now(), text: request.bytes.toString() });
        const end = () => turn === current && done(null, false);
        if (Number.isFinite(ms)) this.#time.at(this.#time.now() + ms, end);
      },
      giveUp: () => void (current += 1),
      close: () => {
        current += 1;
        this.closed += 1;
      },
    };
  }

  [Symbol.dispose](): void {}
}

/**
 * Requests that identify themselves: "0:3" is input 3 of kind 0, "0:3 7 start end" the same in sequence 7, "0:3 turn 0" the
 * first turn of conversation 3. Users think for 40 ms.
 */
export function virtualTraffic(kinds: readonly Partial<PlannedKind>[] = [{}]): EncodedTraffic {
  const span = kinds.map((kind): PlannedKind => {
    let turn = 0;
    return { weight: 1, picker: () => () => turn++, sequence: null, streams: null, ...kind };
  });
  return {
    span,
    warmup: span,
    distinct: 1,
    instants: null,
    answered: () => 40,
    forget: () => {},
    request: ({ kind, input, sequence, turn }) => {
      const flags = sequence
        ? ` ${sequence.id % 2 ** 32}${sequence.start ? " start" : ""}${sequence.end ? " end" : ""}`
        : "";
      const part = turn ? ` turn ${turn.index}` : "";
      const bytes = Buffer.from(`${kind}:${input}${flags}${part}`);
      const position = turn && { turn: { index: turn.index, isToolRound: false } };
      return { bytes, deadlineMs: null, decoupled: false, items: 1, check: null, ...position };
    },
  };
}

export interface EndedRequest extends RequestTimes {
  readonly status: string;
}

/** Records what a load does with its requests. */
export class Observed implements LoadObserver {
  readonly outcomes: EndedRequest[] = [];
  readonly scheduledAt: number[] = [];
  readonly conversations: string[] = [];
  readonly phase = new Phase(0, false, { boundMs: null });

  scheduled(at: number, now: number) {
    this.scheduledAt.push(at);
    return this.phase.book(at, now);
  }

  sent(_booking: unknown, now: number): void {
    this.phase.send(now);
  }

  ended(
    _booking: unknown,
    outcome: { status: string } | null,
    _lost: boolean,
    times: RequestTimes,
  ): void {
    this.outcomes.push({ ...times, status: outcome?.status ?? "OK" });
  }

  conversationBegan(): void {
    this.conversations.push("began");
  }

  conversationRefused(): void {
    this.conversations.push("refused");
  }

  conversationEnded(outcome: { status: string } | null): void {
    this.conversations.push(outcome?.status ?? "completed");
  }
}
