import { z } from "zod";
import { serverCapability, serverKind } from "./connections.ts";
import { request, topic } from "./define.ts";

/**
 * `starting`: not answered yet. `live`: answered within its polling interval. `stale`: no response since `since`.
 * `restarting`: the process died and waits for its next start. `failed`: abandoned, or the server denies access or sends
 * invalid responses. `reason` explains it; a remote server has `nextTry` if retrying may help.
 */
export const serverState = z.enum(["starting", "live", "stale", "restarting", "stopped", "failed"]);
export type ServerState = z.infer<typeof serverState>;

export const serverStatus = z.object({
  id: z.string(),
  name: z.string(),
  /** Before the first response, the kind that the user chose or the addresses suggest; `capabilities` are empty then. */
  kind: serverKind,
  state: serverState,
  /** ms since the epoch when the state began */
  since: z.number(),
  reason: z.string().nullable(),
  /** Why it can't read its model repository, in its words; null if it can, or if unknown. */
  repositoryProblem: z.string().nullable(),
  /** Starts of the process after the first; 0 for a remote server. */
  restarts: z.number(),
  /** Last observed restart, ms since the epoch; null: none since the host first reached it. */
  restartedAt: z.number().nullable(),
  /** HOST:PORT each; "" if unknown. */
  endpoints: z.object({ grpc: z.string(), http: z.string(), metrics: z.string() }).nullable(),
  pid: z.number().nullable(),
  version: z.string().nullable(),
  /** Whether it is a Batchdeck engine, embedded or elsewhere. */
  batchdeck: z.boolean(),
  capabilities: z.array(serverCapability),
  /** Whether its connection is encrypted on all of its addresses. */
  secure: z.boolean(),
  /** While it does not answer: time of the next attempt, ms since the epoch. */
  nextTry: z.number().nullable(),
  /** Why latency measured over this connection is distorted, e.g. by a port-forward; null: no known reason. */
  caveat: z.string().nullable(),
});
export type ServerStatus = z.infer<typeof serverStatus>;

export const modelTensor = z.object({
  name: z.string(),
  datatype: z.string(),
  shape: z.array(z.number()),
});

export const modelInstance = z.object({
  name: z.string(),
  kind: z.string(),
  /** Execution provider, e.g. "cpu"; null if not reported by this server. */
  provider: z.string().nullable(),
  /** Null on a CPU, and if not reported by this server. */
  deviceId: z.number().nullable(),
  busy: z.boolean().nullable(),
});

export type ModelInstance = z.infer<typeof modelInstance>;

export const modelDetail = z.object({
  serverId: z.string(),
  name: z.string(),
  versions: z.array(
    z.object({ version: z.string(), state: z.string(), reason: z.string().nullable() }),
  ),
  ready: z.boolean(),
  /** Why it does not serve, in the server's words; null if it does, was never loaded, or was unloaded. */
  reason: z.string().nullable(),
  platform: z.string(),
  inputs: z.array(modelTensor),
  outputs: z.array(modelTensor),
  /** ModelConfig as Triton's JSON, normalised; null while no version serves. */
  config: z.record(z.string(), z.unknown()).nullable(),
  /** `version`: null if not reported by this server. */
  instances: z.array(modelInstance.extend({ version: z.string().nullable() })),
});
export type ModelDetail = z.infer<typeof modelDetail>;

/** Weights by version, e.g. {"1": 90, "2": 10}, summing to anything; none: the newest takes all. */
export const versionSplit = z.object({
  weights: z.record(z.string(), z.number().nonnegative()),
});

/** A model that stopped serving along with another, and why; "" if not reported. */
export const stoppedModel = z.object({ model: z.string(), reason: z.string() });
export type StoppedModel = z.infer<typeof stoppedModel>;

const server = z.object({ serverId: z.string() });
const model = z.object({ serverId: z.string(), model: z.string() });

export const serverRequests = {
  /** Starts the embedded engine again after it was abandoned or stopped. */
  "servers.restart": request(server, z.object({})),
  "models.detail": request(model, modelDetail),
  /** `again`: with the override that its unload dropped, if there was one. */
  "models.load": request(model.extend({ again: z.boolean().default(false) }), z.object({})),
  /** `stopped`: other models, such as ensembles, that served before it. */
  "models.unload": request(model, z.object({ stopped: z.array(stoppedModel) })),
  /** Sets how requests without a version are split. UNIMPLEMENTED if the server has no version split. */
  "models.versionSplit": request(model, versionSplit),
  /** Takes effect with the next request. */
  "models.setVersionSplit": request(model.extend(versionSplit.shape), versionSplit),
};

export const serverTopics = {
  "servers.status": topic(z.object({}), z.array(serverStatus)),
};
