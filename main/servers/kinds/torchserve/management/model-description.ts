import type { TorchserveModel, TorchserveVersion } from "../../../../contract/index.ts";
import { defaultVersion, describe, type Description } from "../descriptions.ts";
import type { ServerHttp } from "../../../../wire/transport/index.ts";

/** NOT_FOUND for an unknown name. */
export async function describedModel(
  http: ServerHttp,
  model: string,
  signal?: AbortSignal,
): Promise<TorchserveModel> {
  const [versions, chosen] = await Promise.all([
    describe(http, model, signal),
    defaultVersion(http, model, signal),
  ]);
  return { name: model, versions: versions.map((each) => toVersion(each, chosen)) };
}

function toVersion(description: Description, chosen: string | null): TorchserveVersion {
  const { modelVersion, workers, jobQueueStatus } = description;
  return {
    version: modelVersion,
    isDefault: modelVersion === chosen,
    archive: description.modelUrl ?? null,
    runtime: description.runtime ?? null,
    minWorkers: description.minWorkers,
    maxWorkers: description.maxWorkers,
    batchSize: description.batchSize,
    maxBatchDelayMs: description.maxBatchDelay,
    responseTimeoutS: description.responseTimeout ?? null,
    workers: workers.map(({ id, status, startTime, memoryUsage, pid, gpu }) => {
      const startedAt = Date.parse(startTime ?? "");
      return {
        id,
        status,
        startedAt: Number.isNaN(startedAt) ? null : startedAt,
        memoryBytes: memoryUsage,
        pid: pid ?? null,
        gpu,
      };
    }),
    queue: jobQueueStatus
      ? { pending: jobQueueStatus.pendingRequests, room: jobQueueStatus.remainingCapacity }
      : null,
  };
}
