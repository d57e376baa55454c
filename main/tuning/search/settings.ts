import { StatusError } from "../../../base/status-error.ts";
import { configFromJson, type ModelConfig } from "../../../engine/config/index.ts";
import type { SimulatedModel } from "../../simulation/index.ts";
import type { TuningGoal } from "./goal.ts";

/** The knobs that a search turns. */
export interface Settings {
  /** At most 1: no dynamic batching. */
  readonly maxBatchSize: number;
  readonly delayUs: number;
  readonly instances: number;
}

/** A configuration under a load: what a trial measures. */
export interface Point {
  readonly settings: Settings;
  /** Null: the load is the goal's rate. */
  readonly clients: number | null;
}

export interface Ranges {
  /** Of batches that may be tried; at most 1: none. */
  readonly maxBatchSize: number;
  /** Items of one request; batches no larger than that are left out. */
  readonly itemsPerRequest?: number;
  /** The active settings: tried whether the steps hit them or not. */
  readonly baseline?: Settings;
  readonly maxInstances: number;
  /** Longer delays are not tried. */
  readonly maxDelayUs: number;
  readonly clients: readonly number[] | null;
}

/** On machines whose cores are not known. */
const USUAL_INSTANCES = 4;
const MOST_INSTANCES = 8;
const USUAL_BATCH = 32;
const LONGEST_DELAY_US = 5000;

/** The ranges where a person gives none. `cores`: of the server's machine, where they are known. */
export function usualRanges(
  { max_batch_size }: Pick<ModelConfig, "max_batch_size">,
  baseline: Settings,
  goal: TuningGoal,
  cores: number | null,
): Pick<Ranges, "maxBatchSize" | "maxInstances" | "maxDelayUs"> {
  const instances = cores === null ? USUAL_INSTANCES : Math.min(MOST_INSTANCES, cores);
  const limitMs = goal.kind === "latency" ? null : goal.p99Ms;
  return {
    maxBatchSize: max_batch_size > 0 ? Math.max(USUAL_BATCH, max_batch_size) : 1,
    maxInstances: Math.max(baseline.instances, instances),
    // A quarter of the limit.
    maxDelayUs: Math.min(LONGEST_DELAY_US, limitMs === null ? Infinity : limitMs * 250),
  };
}

const DELAYS_US = [0, 100, 500, 2000, 5000, 10_000];
const LARGEST_BATCH = 128;

/** Every configuration within the ranges, with every load: sizes and instances by doubling, delays in steps of about four. */
export function grid(ranges: Ranges): Point[] {
  const { maxBatchSize, itemsPerRequest = 1, maxInstances, maxDelayUs, clients, baseline } = ranges;
  const sizes = doublings(Math.max(1, Math.min(maxBatchSize, LARGEST_BATCH)));
  const delays = DELAYS_US.filter((us) => us <= maxDelayUs);
  const all = sizes
    .filter((size) => size === 1 || size > itemsPerRequest)
    .flatMap((size) =>
      (size > 1 ? delays : [0]).flatMap((delayUs) =>
        doublings(maxInstances).map(
          (instances): Settings => ({ maxBatchSize: size, delayUs, instances }),
        ),
      ),
    );
  const others = baseline ? all.filter((each) => !sameSettings(each, baseline)) : all;
  const settings = baseline ? [baseline, ...others] : others;
  return settings.flatMap((each) =>
    (clients ?? [null]).map((count) => ({ settings: each, clients: count })),
  );
}

/** 1, 2, 4 … and the last. */
function doublings(last: number): number[] {
  const all: number[] = [];
  for (let value = 1; value < last; value *= 2) all.push(value);
  return [...all, last];
}

export function sameSettings(a: Settings, b: Settings): boolean {
  return (
    a.maxBatchSize === b.maxBatchSize && a.delayUs === b.delayUs && a.instances === b.instances
  );
}

export const samePoint = (a: Point, b: Point): boolean =>
  a.clients === b.clients && sameSettings(a.settings, b.settings);

export function simulatedModel(
  { maxBatchSize, delayUs, instances }: Settings,
  itemsPerRequest: number,
): SimulatedModel {
  const json = { dynamic_batching: { max_queue_delay_microseconds: delayUs } };
  const { dynamic_batching } = configFromJson(json);
  return {
    maxBatchSize: Math.max(maxBatchSize, itemsPerRequest),
    instances,
    batching: maxBatchSize > 1 ? dynamic_batching : undefined,
  };
}

/** Where a point lies among the others: one unit is a change that matters. */
export function coordinates({ settings, clients }: Point): number[] {
  const { maxBatchSize, delayUs, instances } = settings;
  return [
    Math.log2(Math.max(1, maxBatchSize)) / 3,
    Math.log2(1 + delayUs / 100) / 4,
    Math.log2(instances),
    clients === null ? 0 : Math.log2(clients) / 3,
  ];
}

/** The knobs as a configuration has them. FAILED_PRECONDITION names what can't be searched. */
export function settingsOf(config: ModelConfig): Settings {
  const { max_batch_size, dynamic_batching, sequence_batching, ensemble_scheduling } = config;
  const refuse = (reason: string): never => {
    throw new StatusError("FAILED_PRECONDITION", `Model '${config.name}' ${reason}`);
  };
  if (ensemble_scheduling) refuse("is an ensemble; tune the models it consists of.");
  if (sequence_batching) refuse("batches sequences, which are not simulated.");
  if (config.instance_group.length > 1) {
    refuse("has several instance groups; a search turns the count of one.");
  }
  const [group] = config.instance_group;
  return {
    maxBatchSize: dynamic_batching && max_batch_size > 1 ? max_batch_size : 1,
    delayUs: dynamic_batching ? Number(dynamic_batching.max_queue_delay_microseconds) : 0,
    instances: Math.max(1, group?.count ?? 1),
  };
}

/** A configuration as the server's JSON with these knobs; all else stays, but for preferred sizes, which belong to another limit. */
export function configWith(
  config: Readonly<Record<string, unknown>>,
  { maxBatchSize, delayUs, instances }: Settings,
): Record<string, unknown> {
  const { dynamic_batching: batching, ...rest } = config;
  const { preferred_batch_size: _, ...kept } = (batching ?? {}) as Record<string, unknown>;
  const [group] = (config["instance_group"] ?? []) as readonly Record<string, unknown>[];
  const batches = maxBatchSize > 1;
  return {
    ...rest,
    // Without batches a request may still bring as many items as before.
    ...(batches && { max_batch_size: maxBatchSize }),
    ...(batches && { dynamic_batching: { ...kept, max_queue_delay_microseconds: delayUs } }),
    instance_group: [{ ...(group ?? { kind: "KIND_CPU" }), count: instances }],
  };
}
