import type { Arrivals } from "../../contract/index.ts";
import { normal, type Random, seededRandom } from "../../wire/index.ts";
import {
  arrivalsIn,
  ConstantRate,
  PiecewiseRate,
  type RateCurve,
  type RatePart,
} from "./rate-curve.ts";

/** Open loop: requests are sent at instants that are fixed before the run. */
export type OpenLoad =
  /** Requests per second. */
  | { readonly kind: "rate"; readonly rate: number; readonly arrivals: Arrivals }
  /** Requests per second over time; ends with its parts. */
  | { readonly kind: "profile"; readonly parts: readonly RatePart[]; readonly arrivals: Arrivals }
  | { readonly kind: "bursts"; readonly size: number; readonly everyMs: number }
  /** Gaps between requests, repeated. */
  | { readonly kind: "intervals"; readonly micros: readonly number[] }
  /** Instants in ms, ascending, of `seconds` in all; ends with them. */
  | { readonly kind: "instants"; readonly ms: Float64Array; readonly seconds: number };

/** The instants of an open loop in order; ms from 0. */
export interface Instants {
  /** The next one; infinite when there are no more. */
  readonly next: number;
  /** Advances to the one after it. */
  advance(): void;
  /** Changes the rate from `ms` on, which is not after `next`. False if the load has no rate to change. */
  change(perSecond: number, ms: number): boolean;
}

/** The same load and seed always give the same instants. */
export function scheduleInstants(load: OpenLoad, seed: number): Instants {
  switch (load.kind) {
    case "rate": {
      const counts = unitArrivals(load.arrivals, seededRandom(seed));
      return new CountedInstants(new ConstantRate(load.rate), counts);
    }
    case "profile": {
      const counts = unitArrivals(load.arrivals, seededRandom(seed));
      return new CountedInstants(new PiecewiseRate(load.parts), counts);
    }
    case "bursts":
      return new FixedInstants((i) => Math.floor(i / load.size) * load.everyMs);
    case "intervals":
      return new FixedInstants(repeatedGaps(load.micros));
    case "instants":
      return new FixedInstants((i) => load.ms[i] ?? Number.POSITIVE_INFINITY);
  }
}

/** The warm-up of a load: the mean rate of a profile or of recorded instants, else the load itself. */
export function toWarmupLoad(load: OpenLoad): OpenLoad {
  if (load.kind === "instants") {
    return { kind: "rate", rate: load.ms.length / load.seconds, arrivals: { kind: "constant" } };
  }
  if (load.kind !== "profile") return load;
  const seconds = load.parts.reduce((sum, part) => sum + part.seconds, 0);
  const requests = load.parts.reduce((sum, part) => sum + arrivalsIn(part), 0);
  return { kind: "rate", rate: requests / seconds, arrivals: load.arrivals };
}

class CountedInstants implements Instants {
  readonly #curve: RateCurve;
  readonly #counts: Counts;
  #count: number;
  #next: number;

  constructor(curve: RateCurve, counts: Counts) {
    this.#curve = curve;
    this.#counts = counts;
    this.#count = counts();
    this.#next = curve.at(this.#count);
  }

  get next(): number {
    return this.#next;
  }

  advance(): void {
    this.#count = this.#counts();
    this.#next = this.#curve.at(this.#count);
  }

  change(perSecond: number, ms: number): boolean {
    if (!(this.#curve instanceof ConstantRate)) return false;
    this.#curve.change(perSecond, ms);
    this.#next = this.#curve.at(this.#count);
    return true;
  }
}

class FixedInstants implements Instants {
  readonly #at: (index: number) => number;
  #index = 0;

  constructor(at: (index: number) => number) {
    this.#at = at;
  }

  get next(): number {
    return this.#at(this.#index);
  }

  advance(): void {
    this.#index += 1;
  }

  change(): boolean {
    return false;
  }
}

/** The first request at 0, then each by its gap after the previous one; the last gap leads to the first again. */
function repeatedGaps(micros: readonly number[]): (index: number) => number {
  const starts = new Float64Array(micros.length + 1);
  micros.forEach((gap, i) => {
    starts[i + 1] = (starts[i] as number) + gap / 1000;
  });
  const round = starts[micros.length] as number;
  return (index) =>
    Math.floor(index / micros.length) * round + (starts[index % micros.length] as number);
}

/** Yields one arrival after the other, counted in mean gaps from the start. Ascending, endless. */
type Counts = () => number;

/**
 * Arrivals at unit rate (LAB-SCHEDULE-1 to LAB-SCHEDULE-3): constant at 0, 1, 2, …; the others with independent gaps of
 * mean 1, exponential, or gamma of shape `burstiness` (standard deviation burstiness^−½).
 */
function unitArrivals(arrivals: Arrivals, random: Random): Counts {
  if (arrivals.kind === "constant") {
    let count = 0;
    return () => count++;
  }
  const gap =
    arrivals.kind === "poisson"
      ? () => -Math.log(1 - random())
      : () => gamma(arrivals.burstiness, random) / arrivals.burstiness;
  let at = 0;
  return () => (at += gap());
}

/** A gamma variate of scale 1 (Marsaglia and Tsang 2000; their boost for shapes below 1). */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d * (1 - v + Math.log(v))) return d * v;
  }
}
