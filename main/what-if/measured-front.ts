import { inSlices } from "../../base/steps.ts";
import { configFromJson, normalizeConfig, parseConfig } from "../../engine/config/index.ts";
import { settingsFrom } from "../configs/index.ts";
import type {
  BatchingSettings,
  Experiment,
  ExperimentPlan,
  ExperimentStep,
  ExperimentSummary,
  WhatIfBasis,
} from "../contract/index.ts";
import {
  aloneNs,
  type FrontEnd,
  learnFrontWork,
  type MeasuredLoop,
  simulateSettings,
} from "../simulation/index.ts";

/** The experiments that are kept. */
export interface ExperimentHistory {
  list(model: string, signal: AbortSignal): Promise<readonly ExperimentSummary[]>;
  get(id: number, signal: AbortSignal): Promise<Experiment>;
}

type Calibrated = Extract<WhatIfBasis, { state: "calibrated" }>;

/** A server's front end, and the closed loops that it was learned from. */
export interface MeasuredFront {
  readonly front: FrontEnd;
  /** Numbers of clients, ascending. */
  readonly clients: readonly number[];
}

interface Learned {
  /** Identifies the experiments it was learned from. */
  readonly from: string;
  readonly front: MeasuredFront | null;
}

/** The newest experiments are considered. */
const MAX_EXPERIMENTS = 5;
const MAX_MODELS = 50;
/** Up to this many clients hardly wait for each other in the front end. */
const FEW = 2;
const MANY = 8;
/** Of a mean time, as a share. */
const NOISE = 0.1;
const REQUESTS = 2000;

/** Learns models' front ends from experiments with few and with many clients on the same settings (WHATIF-14). */
export class MeasuredFronts {
  readonly #history: ExperimentHistory;
  readonly #learned = new Map<string, Learned>();

  constructor(history: ExperimentHistory) {
    this.#history = history;
  }

  /** Null if no experiments show it. */
  async find(
    { serverId, model }: { readonly serverId: string; readonly model: string },
    basis: Calibrated,
    signal: AbortSignal,
  ): Promise<MeasuredFront | null> {
    // With a cache, throughput isn't limited by the batches.
    if (basis.cacheHitRate > 0) return null;
    const key = `${serverId}\n${model}`;
    const all = await this.#history.list(model, signal);
    const usable = all
      .filter(({ plan, state }) => state === "done" && isUsable(plan, serverId, basis))
      .toSorted((a, b) => b.id - a.id)
      .slice(0, MAX_EXPERIMENTS);
    const from = JSON.stringify([usable.map(({ id }) => id), basis.settings]);
    const known = this.#learned.get(key);
    if (known?.from === from) return known.front;
    const experiments = await Promise.all(usable.map(({ id }) => this.#history.get(id, signal)));
    const steps = experiments
      .filter(({ environment }) => hasSettings(environment.configText, model, basis.settings))
      .flatMap((each) => each.steps.filter(isValid));
    const front = await learn(steps, basis);
    this.#learned.delete(key);
    this.#learned.set(key, { from, front });
    const [oldest] = this.#learned.keys();
    if (this.#learned.size > MAX_MODELS && oldest !== undefined) this.#learned.delete(oldest);
    return front;
  }
}

function isUsable(
  { serverId, load, goal, traffic }: ExperimentPlan,
  on: string,
  basis: Calibrated,
) {
  return (
    serverId === on &&
    load.kind === "concurrency" &&
    load.thinkMs === 0 &&
    goal.kind !== "compare" &&
    traffic.length === 1 &&
    traffic[0]?.batchSize === basis.itemsPerRequest
  );
}

const isValid = ({ complete, verdict, server, load }: ExperimentStep) =>
  complete && verdict.verdict === "valid" && server !== null && load.kind === "concurrency";

/** Whether an experiment ran with the active settings. */
function hasSettings(text: string, model: string, settings: BatchingSettings): boolean {
  try {
    const config = text.trimStart().startsWith("{")
      ? configFromJson(JSON.parse(text))
      : normalizeConfig(parseConfig(text).config, { modelName: model });
    const instances = config.instance_group.reduce((sum, { count }) => sum + count, 0);
    return (
      JSON.stringify(settingsFrom(config, instances || settings.instances)) ===
      JSON.stringify(settings)
    );
  } catch {
    return false;
  }
}

async function learn(
  steps: readonly ExperimentStep[],
  basis: Calibrated,
): Promise<MeasuredFront | null> {
  const byClients = [...Map.groupBy(steps, ({ load }) => load.value)].toSorted(([a], [b]) => a - b);
  const clients = byClients.map(([count]) => count);
  const [fewest = Number.POSITIVE_INFINITY] = clients;
  if (fewest > FEW || (clients.at(-1) ?? 0) < MANY) return null;
  const outsideNs = mean((byClients[0]?.[1] ?? []).map(outsideMs)) * 1e6;
  if (!(outsideNs > 0)) return null;
  const loops = byClients.map(
    ([count, own]): MeasuredLoop => ({
      measured: mean(own.map(outsideMs)),
      noise: NOISE / Math.sqrt(own.length),
      simulate: (front) => simulatedMs(basis, count, { front, outsideNs }),
    }),
  );
  const front = await inSlices(learnFrontWork(loops, { longestNs: outsideNs, outsideNs }));
  return aloneNs(front) > 0 ? { front, clients } : null;
}

/** Mean time outside of queue and batch that a client saw. */
function outsideMs({ service, server }: ExperimentStep): number {
  const { queueMs, computeInputMs, computeInferMs, computeOutputMs } = server ?? {};
  const within =
    (queueMs ?? 0) + (computeInputMs ?? 0) + (computeInferMs ?? 0) + (computeOutputMs ?? 0);
  return Math.max(0, (service.mean ?? 0) - within);
}

/** The simulated counterpart. */
function simulatedMs(
  { settings, cost, itemsPerRequest }: Calibrated,
  clients: number,
  { front, outsideNs }: { readonly front: FrontEnd; readonly outsideNs: number },
): number {
  return (
    simulateSettings({
      settings,
      load: { kind: "clients", clients },
      requests: REQUESTS,
      cost,
      itemsPerRequest,
      overheadNs: Math.max(0, outsideNs - aloneNs(front)),
      serialNs: front.serialNs,
      turnNs: front.turnNs ?? 0,
      cache: { hitRate: 0, hitNs: 0 },
      seed: 1,
    }).outsideMs ?? Number.NaN
  );
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
