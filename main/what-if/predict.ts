import type {
  WhatIfBand,
  WhatIfCurve,
  WhatIfLoad,
  WhatIfPrediction,
  WhatIfQuestion,
} from "../contract/index.ts";
import {
  rateOfGaps,
  simulateSettings,
  type SimulationResult,
  type SizeFactors,
} from "../simulation/index.ts";
import { RecentResults } from "./recent-results.ts";

export interface SimulatedQuestion extends WhatIfQuestion {
  /** Variation of the model's single batches, if any were collected. */
  readonly factors?: readonly SizeFactors[];
}

type Configuration = WhatIfQuestion["configurations"][number];
type Setting = Pick<SimulatedQuestion, "cost" | "itemsPerRequest" | "factors"> & Configuration;

/** Throws if the question was cancelled; called between runs. */
export type CheckWanted = () => void;

interface Variant {
  readonly seed: number;
  /** Of the batch times. */
  readonly factor: number;
}

/** Deviation of batch times in the shorter and the longer run (WHATIF-4). */
const TIME_ERROR = 0.05;
const EQUAL: readonly Variant[] = [1, 2, 3].map((seed) => ({ seed, factor: 1 }));
const VARIANTS: readonly Variant[] = [
  ...EQUAL,
  { seed: 4, factor: 1 - TIME_ERROR },
  { seed: 5, factor: 1 + TIME_ERROR },
];
const CURVE_VARIANTS: readonly Variant[] = [
  { seed: 1, factor: 1 },
  { seed: 1, factor: 1 - TIME_ERROR },
  { seed: 1, factor: 1 + TIME_ERROR },
];

/** Arrivals of one run (WHATIF-3), a few milliseconds of work. */
const REQUESTS = 6000;
const CURVE_REQUESTS = 2500;
/** Shares of a configuration's capacity. */
const SHARES = [0.2, 0.4, 0.6, 0.75, 0.85, 0.92];
const CLIENTS = [1, 2, 4, 8, 16, 32, 64, 128];
/** Share of arrivals left without a response or rejection, from which busy instances count as overloaded. */
const UNANSWERED = 0.02;

/** One prediction for each configuration; `recent`: those of earlier questions. */
export function predict(
  question: SimulatedQuestion,
  check: CheckWanted,
  recent = new RecentResults<WhatIfPrediction>(),
): WhatIfPrediction[] {
  const { cost, itemsPerRequest, load, factors = [] } = question;
  return question.configurations.map((configuration) => {
    const setting = { cost, itemsPerRequest, factors, ...configuration };
    return recent.get({ setting, load }, () =>
      summarize(
        VARIANTS.map((variant) => run(setting, load, { ...variant, requests: REQUESTS }, check)),
      ),
    );
  });
}

/** p99 against throughput over loads of the same kind. */
export function curve(
  question: SimulatedQuestion,
  check: CheckWanted,
  recent = new RecentResults<WhatIfCurve>(),
): WhatIfCurve[] {
  const { cost, itemsPerRequest, load, factors = [] } = question;
  // Every number of clients has the same curve, and every rate with the same arrivals.
  const kind =
    load.kind === "intervals" ? load : load.kind === "rate" ? (load.arrivals ?? null) : load.kind;
  return question.configurations.map((configuration) => {
    const setting = { cost, itemsPerRequest, factors, ...configuration };
    return recent.get({ setting, kind }, () => curveOf(setting, load, check));
  });
}

function curveOf(setting: Setting, load: WhatIfLoad, check: CheckWanted): WhatIfCurve {
  const loads: WhatIfCurve[number]["load"][] =
    load.kind === "clients"
      ? CLIENTS.map((clients) => ({ kind: "clients", clients }))
      : rates(setting, check).map((rate) => ({ kind: "rate", rate }));
  return loads.flatMap((each) => {
    const here = each.kind === "rate" ? atRate(load, each.rate) : each;
    const results = CURVE_VARIANTS.map((variant) =>
      run(setting, here, { ...variant, requests: CURVE_REQUESTS }, check),
    );
    const [nominal] = results;
    const p99Ms = band(results, 1, ({ latency }) => latency?.p99 ?? null);
    if (!nominal || isOverloaded(nominal) || !p99Ms) return [];
    return [{ load: each, throughput: nominal.throughput, p99Ms }];
  });
}

/** The same arrivals, faster or slower. */
function atRate(load: WhatIfLoad, rate: number): WhatIfLoad {
  if (load.kind === "clients") return { kind: "rate", rate };
  if (load.kind === "rate") return { ...load, rate };
  const factor = rateOfGaps(load.micros) / rate;
  return { kind: "intervals", micros: load.micros.map((gap) => gap * factor) };
}

/** Rates up to nearly the configuration's throughput under a closed loop. */
function rates(setting: Setting, check: CheckWanted): number[] {
  const { settings, itemsPerRequest } = setting;
  const clients = Math.min(
    1024,
    Math.max(16, (4 * settings.instances * Math.max(1, settings.maxBatchSize)) / itemsPerRequest),
  );
  const load = { kind: "clients", clients: Math.ceil(clients) } as const;
  const unlimited = settings.batching && { ...settings.batching, queueSize: 0, timeoutUs: 0 };
  const { throughput } = run(
    { ...setting, settings: { ...settings, batching: unlimited } },
    load,
    { seed: 1, factor: 1, requests: CURVE_REQUESTS },
    check,
  );
  return SHARES.map((share) => Number((throughput * share).toPrecision(2))).filter(
    (rate) => rate >= 0.01 && rate <= 100_000,
  );
}

function run(
  { cost, settings, cacheHitRate, itemsPerRequest, factors = [] }: Setting,
  load: WhatIfLoad,
  { seed, factor, requests }: Variant & { readonly requests: number },
  check: CheckWanted,
): SimulationResult {
  check();
  const times = cost.times.map(({ size, ns }) => ({ size, ns: ns * factor }));
  const { variation, slowdown, cores, overheadNs, serialNs = 0, turnNs = 0, cacheHitNs } = cost;
  return simulateSettings({
    settings,
    load,
    requests,
    cost: { times, variation, slowdown, cores, factors },
    overheadNs,
    serialNs,
    turnNs,
    itemsPerRequest: Math.min(itemsPerRequest, Math.max(1, settings.maxBatchSize)),
    cache: { hitRate: cacheHitRate, hitNs: cacheHitNs },
    seed,
  });
}

function summarize(results: readonly SimulationResult[]): WhatIfPrediction {
  const equal = results.slice(0, EQUAL.length);
  const overloaded = equal.every(isOverloaded);
  const mean = (value: (result: SimulationResult) => number) => average(equal.map(value));
  const latency = (name: "p50" | "p99") =>
    overloaded ? null : band(results, EQUAL.length, (result) => result.latency?.[name] ?? null);
  const queue = equal.flatMap(({ queueMs }) => queueMs ?? []);
  const batches = new Map<number, number>();
  for (const result of equal) {
    for (const [size, count] of result.batches) {
      batches.set(size, (batches.get(size) ?? 0) + count);
    }
  }
  return {
    throughput: band(results, EQUAL.length, ({ throughput }) => throughput, false) ?? NOTHING,
    p50Ms: latency("p50"),
    p99Ms: latency("p99"),
    overloaded,
    queueMs: overloaded || queue.length === 0 ? null : average(queue),
    queueDepth: mean(({ queueDepth }) => queueDepth),
    rejected: mean(({ rejected }) => rejected),
    timedOut: mean(({ timedOut }) => timedOut),
    busy: mean(({ busy }) => busy),
    batches: [...batches].toSorted(([a], [b]) => a - b),
  };
}

const NOTHING: WhatIfBand = { value: 0, low: 0, high: 0 };

/** Whether requests arrive faster than they are served: figures then depend on how long the run lasts. */
function isOverloaded({
  offered,
  throughput,
  rejected,
  timedOut,
  busy,
}: SimulationResult): boolean {
  const unanswered = offered * (1 - rejected - timedOut) - throughput;
  return busy > 0.95 && unanswered > UNANSWERED * offered;
}

/**
 * Mean over the first `equal` results, and the range over all. Latencies of an overloaded run count as infinite; null without
 * a value.
 */
function band(
  results: readonly SimulationResult[],
  equal: number,
  value: (result: SimulationResult) => number | null,
  unlimited = true,
): WhatIfBand | null {
  const nominal = results.slice(0, equal).flatMap((each) => value(each) ?? []);
  if (nominal.length === 0) return null;
  const all = results.flatMap((each) => value(each) ?? []);
  return {
    value: average(nominal),
    low: Math.min(...all),
    high: unlimited && results.some(isOverloaded) ? null : Math.max(...all),
  };
}

const average = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
