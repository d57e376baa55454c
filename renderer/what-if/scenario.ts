import {
  type BatchingSettings,
  MAX_GAPS,
  type WhatIfBasis,
  type WhatIfLoad,
  type WhatIfQuestion,
} from "../../main/contract/index.ts";

export type Calibrated = Extract<WhatIfBasis, { state: "calibrated" }>;

/** A load and a changed configuration to predict. Mistyped numbers are NaN. */
export interface Scenario {
  readonly load: WhatIfLoad;
  readonly itemsPerRequest: number;
  readonly settings: BatchingSettings;
  /** Null: the current rate. */
  readonly cacheHitRate: number | null;
  /** Share by which each further busy instance lengthens a batch; null: as learned or assumed. */
  readonly slowdown: number | null;
}

export type ScenarioField =
  | "load"
  | "burstiness"
  | "itemsPerRequest"
  | "instances"
  | "maxBatchSize"
  | "preferred"
  | "delayUs"
  | "queueSize"
  | "timeoutUs"
  | "cacheHitRate"
  | "slowdown";

export const FIRST_CLIENTS = 8;

/** The active configuration under the model's current load, else a few clients. */
export function firstScenario(basis: Calibrated, requestsPerSecond: number | null): Scenario {
  const rate = Number((requestsPerSecond ?? 0).toPrecision(3));
  return {
    load:
      rate >= 1
        ? { kind: "rate", rate: Math.min(100_000, rate) }
        : { kind: "clients", clients: FIRST_CLIENTS },
    itemsPerRequest: basis.itemsPerRequest,
    settings: basis.settings,
    cacheHitRate: null,
    slowdown: null,
  };
}

/** Whether the configuration differs from the active one. */
export function isChanged({ settings, cacheHitRate }: Scenario, basis: Calibrated): boolean {
  return (
    (cacheHitRate !== null && cacheHitRate !== basis.cacheHitRate) ||
    JSON.stringify(settings) !== JSON.stringify(basis.settings)
  );
}

/** The question for the host, the active configuration first. */
export function questionFor(
  scenario: Scenario,
  basis: Calibrated,
  batchesOf: NonNullable<WhatIfQuestion["batchesOf"]>,
): WhatIfQuestion {
  const { load, itemsPerRequest, settings, cacheHitRate, slowdown } = scenario;
  const active = { settings: basis.settings, cacheHitRate: basis.cacheHitRate };
  return {
    cost: { ...basis.cost, slowdown: slowdown ?? basis.cost.slowdown },
    batchesOf,
    load,
    itemsPerRequest,
    configurations: isChanged(scenario, basis)
      ? [active, { settings, cacheHitRate: cacheHitRate ?? basis.cacheHitRate }]
      : [active],
  };
}

const MAX_CLIENTS = 4096;

/** A sentence for each field that can't be simulated. */
export function scenarioErrors(
  { load, itemsPerRequest, settings, cacheHitRate, slowdown }: Scenario,
  basis: Calibrated,
): ReadonlyMap<ScenarioField, string> {
  const errors = new Map<ScenarioField, string>();
  const within = (field: ScenarioField, value: number, least: number, most: number) => {
    if (!(value >= least && value <= most))
      errors.set(field, `Enter a number from ${least} to ${most}.`);
  };
  const whole = (field: ScenarioField, value: number, least: number, most: number) => {
    if (!Number.isInteger(value) || value < least || value > most) {
      errors.set(field, `Enter a whole number from ${least} to ${most}.`);
    }
  };
  const { maxBatchSize, batching, instances } = settings;
  if (load.kind === "rate") {
    within("load", load.rate, 0.01, 100_000);
    if (load.arrivals?.kind === "gamma") {
      within("burstiness", load.arrivals.burstiness, 0.01, 100);
    }
  } else if (load.kind === "clients") whole("load", load.clients, 1, MAX_CLIENTS);
  else {
    const error = gapsError(load.micros);
    if (error !== null) errors.set("load", error);
  }
  whole("instances", instances, 1, 1024);
  if (basis.settings.maxBatchSize > 0) whole("maxBatchSize", maxBatchSize, 1, 65_536);
  // The active configuration has the same requests.
  const mostItems = Math.max(1, Math.min(maxBatchSize || 1, basis.settings.maxBatchSize || 1));
  whole("itemsPerRequest", itemsPerRequest, 1, mostItems);
  if (batching) {
    const tooLarge = batching.preferred.find(
      (size) => !Number.isInteger(size) || size < 1 || size > maxBatchSize,
    );
    if (tooLarge !== undefined) {
      errors.set(
        "preferred",
        `Enter sizes from 1 to the max batch size ${maxBatchSize}, separated by commas.`,
      );
    }
    whole("delayUs", batching.delayUs, 0, 100_000_000);
    whole("queueSize", batching.queueSize, 0, 1_000_000);
    whole("timeoutUs", batching.timeoutUs, 0, 1_000_000_000);
  }
  if (cacheHitRate !== null) within("cacheHitRate", cacheHitRate, 0, 1);
  if (slowdown !== null) within("slowdown", slowdown, 0, 10);
  return errors;
}

function gapsError(micros: readonly number[]): string | null {
  if (micros.length === 0) return "Enter at least one gap, in µs.";
  if (micros.length > MAX_GAPS) return `${micros.length} gaps; enter at most ${MAX_GAPS}.`;
  const wrong = micros.findIndex((gap) => !(gap >= 0 && gap <= 1e12));
  if (wrong !== -1) return `Gap ${wrong + 1} is no number from 0 to 1000000000000.`;
  const mean = micros.reduce((sum, gap) => sum + gap, 0) / micros.length;
  return mean < 10 ? "Gaps must be at least 10 µs on average." : null;
}

/** Scenarios by server and model, restored when the user returns. */
const remembered = new Map<string, Scenario>();
const MAX_REMEMBERED = 50;

export function rememberScenario(key: string, scenario: Scenario | null): void {
  remembered.delete(key);
  if (scenario) remembered.set(key, scenario);
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}

export const recallScenario = (key: string): Scenario | undefined => remembered.get(key);
