import { StatusError } from "../../../base/status-error.ts";
import type { ModelIndexEntry, TelemetrySnapshot } from "../../../engine/types.ts";
import type { ModelDetail } from "../../contract/index.ts";
import type { CallOptions } from "../../wire/transport/index.ts";
import type { TritonClient } from "./client.ts";
import { isUnloaded } from "./load-problem.ts";

interface WantedDetail {
  readonly serverId: string;
  readonly model: string;
  /** The server's repository index. */
  readonly index: readonly ModelIndexEntry[];
  /** From a Batchdeck engine, which reports what its instances do; else null. */
  readonly telemetry: ((signal?: AbortSignal) => Promise<TelemetrySnapshot>) | null;
}

/** Everything that a server reports of one model. NOT_FOUND if its repository doesn't contain it. */
export async function fetchModelDetail(
  client: Omit<TritonClient, "repositoryIndex">,
  { serverId, model, index, telemetry }: WantedDetail,
  options: CallOptions,
): Promise<ModelDetail> {
  const entries = index.filter(({ name }) => name === model);
  if (entries.length === 0)
    throw new StatusError("NOT_FOUND", `The server's repository has no model '${model}'.`);
  const ready = entries.some(({ state }) => state === "READY");
  const versions = entries
    .filter(({ version }) => version !== undefined)
    .map(({ version = "", state = "UNAVAILABLE", reason }) => ({
      version,
      state,
      reason: reason ?? null,
    }));
  const why = entries.find((entry) => entry.reason && !isUnloaded(entry))?.reason ?? null;
  const base = { serverId, name: model, versions, ready, reason: ready ? null : why };
  if (!ready)
    return { ...base, platform: "", inputs: [], outputs: [], config: null, instances: [] };
  const [metadata, config, snapshot] = await Promise.all([
    client.modelMetadata(model, options),
    client.modelConfig(model, options),
    telemetry && telemetry(options.signal),
  ]);
  return {
    ...base,
    platform: metadata.platform,
    inputs: metadata.inputs,
    outputs: metadata.outputs,
    config,
    instances: snapshot
      ? snapshot.models
          .filter(({ name }) => name === model)
          .flatMap(({ version, instances }) =>
            instances.map(({ deviceId, ...each }) => ({
              ...each,
              version,
              deviceId: deviceId < 0 ? null : deviceId,
            })),
          )
      : configuredInstances(config),
  };
}

/** Max instances listed per group; no server has more. */
const MAX_INSTANCES = 1000;

/** The instances by the configuration; a plain Triton does not report what they do. */
function configuredInstances(config: Record<string, unknown>): ModelDetail["instances"] {
  const groups = (config.instance_group ?? []) as { name: string; kind: string; count: number }[];
  return groups.flatMap(({ name, kind, count }) =>
    Array.from({ length: Math.min(count, MAX_INSTANCES) }, (_, i) => ({
      name: `${name}_${i}`,
      kind,
      version: null,
      provider: null,
      deviceId: null,
      busy: null,
    })),
  );
}
