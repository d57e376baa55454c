import {
  type ExperimentPlan,
  type ModelDetail,
  type ModelSizes,
  PLAN_VERSION,
  type ServerStatus,
} from "../contract/index.ts";
import {
  batchLimit,
  defaultWire,
  isDecoupled,
  isSequenceModel,
  MAX_REQUEST_BYTES,
  planInputs,
} from "../wire/index.ts";
import { choiceText } from "../sizes/index.ts";
import { plainTraffic } from "./plain-traffic.ts";

const DISTINCT_INPUTS = 32;
/** Half are for the warm-up: a small model answers ten thousand a second. */
const DISTINCT_INPUTS_CACHED = 50_000;
/** Of requests to a cached model. */
const REPEATED = 0.2;
const SEQUENCE = { shortest: 4, longest: 16 };

export interface Suggestion {
  readonly plan: ExperimentPlan;
  /** Distinct requests of a load with repeats. */
  readonly distinctIfRepeated: number;
  /** Sentences that explain assumptions. */
  readonly notes: string[];
  readonly sizes: ModelSizes | null;
}

/**
 * A first plan for a model, over a protocol that its server has an address for. Throws FAILED_PRECONDITION for a model
 * whose inputs can't be generated.
 */
export function suggestPlan(
  detail: ModelDetail,
  endpoints: ServerStatus["endpoints"] = null,
  sizes: ModelSizes | null = null,
): Suggestion {
  const inputs = { kind: "generated" as const, byInput: sizes?.byInput ?? {} };
  const known = sizes?.shapes ?? {};
  const { assumed, bytes } = planInputs(detail, { batchSize: 1, shapes: known, inputs });
  const cached = isCached(detail);
  const most = Math.max(1, Math.floor(MAX_REQUEST_BYTES / 4 / bytes));
  const distinctIfRepeated = Math.min(DISTINCT_INPUTS_CACHED, most);
  const distinctInputs = cached ? distinctIfRepeated : Math.min(DISTINCT_INPUTS, most);
  const sequence = isSequenceModel(detail) ? SEQUENCE : null;
  const notes = sizeNotes(detail, sizes);
  const shapes = { ...assumed, ...known };
  const isAsked = sizes?.state === "failed";
  if (cached) {
    notes.push(
      `The model's response cache is on: ${REPEATED * 100} % of the requests repeat an earlier one. Choose the share that your clients repeat: it decides what the cache gains.`,
    );
  }
  if (sequence) {
    notes.push(
      `The model takes sequences: ${sequence.shortest} to ${sequence.longest} requests belong together.`,
    );
  }
  const plan: ExperimentPlan = {
    version: PLAN_VERSION,
    serverId: detail.serverId,
    wire: isDecoupled(detail) ? "grpc-stream" : defaultWire(endpoints),
    traffic: [
      {
        ...plainTraffic(detail.name),
        shapes: isAsked
          ? Object.fromEntries(Object.keys(shapes).map((name) => [name, []]))
          : shapes,
        inputs,
        distinctInputs,
        reuse: cached ? { kind: "duplicates", share: REPEATED } : { kind: "turns" },
        sequence,
      },
    ],
    load: { kind: "concurrency", levels: [1, 8, 32], thinkMs: 0 },
    secondsPerStep: 3,
    requestsPerStep: null,
    warmup: { kind: "auto", mostSeconds: 10 },
    objective: null,
    stopWhenCertified: false,
    goal: { kind: "sweep" },
    seed: 1,
  };
  return { plan, distinctIfRepeated, notes, sizes };
}

function sizeNotes(detail: ModelDetail, sizes: ModelSizes | null): string[] {
  const each = batchLimit(detail) > 0 ? " for each item" : "";
  if (sizes?.state === "found") return [`Found sizes that run: ${choiceText(sizes)}${each}.`];
  if (sizes?.state === "untried")
    return [`Not tried yet: ${choiceText(sizes)}${each}. One request checks it before the load.`];
  return [];
}

/** Whether its active configuration enables the response cache. */
export function isCached({ config }: ModelDetail): boolean {
  return (config?.response_cache as { enable?: boolean } | undefined)?.enable === true;
}
