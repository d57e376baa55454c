import type { InputChoice, ModelDetail, TrialRequest } from "../contract/index.ts";
import { isSequenceModel } from "../wire/index.ts";

/** How long one request of a search may take, ms: the first one of a model warms it up. */
const DEADLINE_MS = 10_000;
/** Of no client that counts its sequences from 1. */
const SEQUENCE_ID = 2_147_483_629;

/** One small request with a choice, a sequence of its own where the model takes sequences. */
export function createTrial(
  detail: ModelDetail,
  { shapes }: InputChoice,
  wire: TrialRequest["wire"],
): TrialRequest {
  return {
    serverId: detail.serverId,
    model: detail.name,
    modelVersion: "",
    wire,
    batchSize: 1,
    shapes,
    // Not the contents that a user's first request has: a cache would know them.
    seed: 2 ** 32 - 1,
    values: {},
    leftOut: [],
    outputs: [],
    id: "find-sizes",
    priority: 0,
    timeoutMicros: null,
    deadlineMs: DEADLINE_MS,
    sequence: isSequenceModel(detail) ? { id: SEQUENCE_ID, start: true, end: true } : null,
  };
}
