import type { ModelRule, ServerRule } from "../rule.ts";
import { batchesAreFull, batchesDoNotForm, delayOnlyAdds, queueDominates } from "./batching.ts";
import {
  cacheCostsMore,
  cacheOffInServer,
  cacheTooSmall,
  duplicates,
  summariesOff,
} from "./cache.ts";
import { pollsRepository } from "./control.ts";
import {
  gpuFullOfInstances,
  gpuIdleWhileWaiting,
  gpuMemoryNearLimit,
  idleWhileWaiting,
  memoryNearLimit,
  oneInstanceDoesAll,
} from "./devices.ts";
import { decoupledOverHttp, failuresRise, outOfMemory, rejectionsRise } from "./failures.ts";
import { objectiveBroken, percentileUnknown } from "./objective.ts";
import { sequencesWait, slowestStep } from "./pipelines.ts";

/** Judged for each model. */
export const MODEL_RULES: readonly ModelRule[] = [
  batchesDoNotForm,
  batchesAreFull,
  queueDominates,
  delayOnlyAdds,
  rejectionsRise,
  failuresRise,
  decoupledOverHttp,
  objectiveBroken,
  percentileUnknown,
  idleWhileWaiting,
  oneInstanceDoesAll,
  slowestStep,
  sequencesWait,
  cacheOffInServer,
  cacheCostsMore,
  summariesOff,
  duplicates,
  gpuIdleWhileWaiting,
  gpuFullOfInstances,
];

/** Judged once for a server. */
export const SERVER_RULES: readonly ServerRule[] = [
  cacheTooSmall,
  gpuMemoryNearLimit,
  memoryNearLimit,
  outOfMemory,
  pollsRepository,
];
