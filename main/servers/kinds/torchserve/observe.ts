import { StatusError } from "../../../../base/status-error.ts";
import type { ObservedModel } from "../../../contract/index.ts";
import type { Observation } from "../../observation.ts";
import { metricsPage } from "../probe/index.ts";
import type { Exposition } from "../exposition/index.ts";
import type { Reach } from "../kind.ts";
import {
  type DescribedModel,
  type Description,
  describeAll,
  isReady,
  modelNames,
} from "./descriptions.ts";
import { describedFigures, exportedFigures } from "./figures.ts";

export async function observe(
  { http, metrics }: Reach,
  signal?: AbortSignal,
): Promise<Observation> {
  if (!http)
    throw new StatusError(
      "FAILED_PRECONDITION",
      "The connection has no HTTP address; TorchServe needs that of its management, port 8081 unless configured otherwise.",
    );
  const [models, { text, exposition, why }] = await Promise.all([
    modelNames(http, signal).then((names) => describeAll(http, names, signal)),
    metricsPage(metrics ?? http, "/metrics", signal),
  ]);
  const observed = models.map(toObservedModel);
  const names = observed.map(({ name }) => name);
  return {
    incarnation: readIncarnation(exposition),
    models: observed,
    figures: [...describedFigures(models), ...exportedFigures(exposition, names, why)],
    exposition: text,
  };
}

/** Up to 0.7 each sample has a label with an id of the process; later versions have none. */
function readIncarnation(exposition: Exposition): string | null {
  return exposition.samples("ts_inference_requests_total")[0]?.labels.uuid ?? null;
}

function toObservedModel({ name, versions, problem }: DescribedModel): ObservedModel {
  if (problem !== null) return { name, versions: [], state: "unknown", reason: problem, facts: [] };
  const serving = versions.filter(({ workers }) => workers.some(isReady));
  const wanted = versions.some(({ minWorkers }) => minWorkers > 0);
  return {
    name,
    versions: serving.map(({ modelVersion }) => modelVersion),
    state: serving.length > 0 ? "ready" : wanted ? "loading" : "unavailable",
    reason: serving.length > 0 ? null : wanted ? "No worker is ready." : "It has no workers.",
    facts: [
      ...versions.flatMap((version) => listFacts(version, versions.length > 1)),
      ["Maintenance", "TorchServe is no longer maintained: no fixes, no security patches."],
    ],
  };
}

function listFacts(version: Description, several: boolean): [string, string][] {
  const of = several ? ` of ${version.modelVersion}` : "";
  const { minWorkers, maxWorkers, batchSize, maxBatchDelay, jobQueueStatus } = version;
  const ready = version.workers.filter(isReady).length;
  return [
    [`Workers${of}`, `${ready} ready, ${minWorkers} to ${maxWorkers}`],
    [`Batch size${of}`, `${batchSize}, after ${maxBatchDelay} ms at the latest`],
    ...(jobQueueStatus
      ? [[`Room in the queue${of}`, `${jobQueueStatus.remainingCapacity}`] as [string, string]]
      : []),
    ...(version.modelUrl ? [[`Archive${of}`, version.modelUrl] as [string, string]] : []),
  ];
}
