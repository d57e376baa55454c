import { z } from "zod";
import { request, topic } from "./define.ts";

/**
 * `starting`: not answered yet. `live`: answered within its polling interval. `stale`: no answer since `since`.
 * `restarting`: the process died and waits for its next start. `failed`: given up; `reason` says why.
 */
export const serverState = z.enum(["starting", "live", "stale", "restarting", "stopped", "failed"]);
export type ServerState = z.infer<typeof serverState>;

export const serverStatus = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["embedded", "triton"]),
  state: serverState,
  /** ms since the epoch when the state began */
  since: z.number(),
  reason: z.string().nullable(),
  /** Starts of the process after the first; 0 for a remote server. */
  restarts: z.number(),
  endpoints: z.object({ grpc: z.string(), http: z.string(), metrics: z.string() }).nullable(),
  pid: z.number().nullable(),
  version: z.string().nullable(),
  /** False where the server would refuse a load call. */
  canLoad: z.boolean(),
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
  /** Execution provider, e.g. "cpu"; null where the server does not tell. */
  provider: z.string().nullable(),
  busy: z.boolean().nullable(),
});

export const modelDetail = z.object({
  serverId: z.string(),
  name: z.string(),
  versions: z.array(
    z.object({ version: z.string(), state: z.string(), reason: z.string().nullable() }),
  ),
  ready: z.boolean(),
  platform: z.string(),
  inputs: z.array(modelTensor),
  outputs: z.array(modelTensor),
  /** ModelConfig as Triton's JSON, normalised; null while no version serves. */
  config: z.record(z.string(), z.unknown()).nullable(),
  instances: z.array(modelInstance),
});
export type ModelDetail = z.infer<typeof modelDetail>;

const server = z.object({ serverId: z.string() });
const model = z.object({ serverId: z.string(), model: z.string() });

export const serverRequests = {
  /** Starts the embedded engine again after it was given up or stopped. */
  "servers.restart": request(server, z.object({})),
  "models.detail": request(model, modelDetail),
  "models.load": request(model, z.object({})),
  "models.unload": request(model, z.object({})),
};

export const serverTopics = {
  "servers.status": topic(z.object({}), z.array(serverStatus)),
};
