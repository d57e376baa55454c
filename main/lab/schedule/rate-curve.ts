/** When an expected number of arrivals is reached: the inverse of the cumulative rate. */
export interface RateCurve {
  /** ms from the start; infinite if the curve ends before. */
  at(count: number): number;
}

/** A constant rate, until it is changed. */
export class ConstantRate implements RateCurve {
  #perSecond: number;
  #count = 0;
  #from = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  at(count: number): number {
    if (this.#perSecond <= 0) return Number.POSITIVE_INFINITY;
    return this.#from + ((count - this.#count) * 1000) / this.#perSecond;
  }

  /** From `ms` on; earlier expectations stay. */
  change(perSecond: number, ms: number): void {
    this.#count += ((ms - this.#from) * this.#perSecond) / 1000;
    this.#from = ms;
    this.#perSecond = perSecond;
  }
}

export interface RatePart {
  readonly seconds: number;
  /** Requests per second at its start and end, linear between. */
  readonly from: number;
  readonly to: number;
}

interface PlacedPart {
  readonly part: RatePart;
  readonly startMs: number;
  /** Expected arrivals before it. */
  readonly before: number;
}

/** A sequence of linear parts. */
export class PiecewiseRate implements RateCurve {
  readonly #parts: readonly PlacedPart[];
  #current = 0;

  constructor(parts: readonly RatePart[]) {
    let startMs = 0;
    let before = 0;
    this.#parts = parts.map((part) => {
      const placed = { part, startMs, before };
      startMs += part.seconds * 1000;
      before += arrivalsIn(part);
      return placed;
    });
  }

  /** Counts must be requested in ascending order. */
  at(count: number): number {
    for (; this.#current < this.#parts.length; this.#current++) {
      const { part, startMs, before } = this.#parts[this.#current] as PlacedPart;
      const inPart = count - before;
      if (inPart < arrivalsIn(part)) return startMs + secondsUntil(part, inPart) * 1000;
    }
    return Number.POSITIVE_INFINITY;
  }
}

export const arrivalsIn = ({ seconds, from, to }: RatePart): number => (seconds * (from + to)) / 2;

/** Solves from·x + (to − from)·x² / 2s = count, in the form that loses no digits where both rates are near. */
function secondsUntil({ seconds, from, to }: RatePart, count: number): number {
  if (count <= 0) return 0;
  const root = Math.sqrt(Math.max(0, from * from + (2 * (to - from) * count) / seconds));
  return (2 * count) / (from + root);
}
