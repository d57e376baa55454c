import { z } from "zod";
import { request } from "./define.ts";
import { experimentState } from "./lab/index.ts";
import { tuningSearch } from "./tuning-search.ts";
import { tuningSession } from "./tuning.ts";

/** What uses a model of a server, and so what fails once it is unloaded. Each list by name. */
export const modelUsage = z.object({
  /** Ensembles that use the model, directly or through others. `serving`: stops with it. */
  ensembles: z.array(z.object({ name: z.string(), serving: z.boolean() })),
  /** Models that don't serve and whose files the console can't read: they may be ensembles over it. */
  unchecked: z.array(z.string()),
  /** Why the ensembles could not be determined; null: they were. */
  problem: z.string().nullable(),
  /** Whether a configuration serves in place of config.pbtxt; unloading drops it. */
  override: z.boolean(),
  /** Running or paused, that send requests to the model or to one of its serving ensembles. */
  experiments: z.array(
    z.object({ id: z.number(), name: z.string(), state: experimentState, model: z.string() }),
  ),
  /** Enabled ones. `nextAt`: ms since the epoch. */
  watches: z.array(z.object({ id: z.number(), name: z.string(), nextAt: z.number().nullable() })),
  tuning: z.array(z.object({ id: z.number(), name: z.string(), state: tuningSession.shape.state })),
  /** Searches for the best configuration that run or are paused. */
  searches: z.array(
    z.object({ id: z.number(), name: z.string(), state: tuningSearch.shape.state }),
  ),
  /** Affected models that get sample traffic now. */
  sampleTraffic: z.array(z.string()),
  /** Fleets that have this server as a replica, with the replica's name. */
  fleets: z.array(z.object({ id: z.number(), name: z.string(), replica: z.string() })),
  /** Running or paused, that change the model's configuration on this server. `fleet` by name. */
  rollouts: z.array(
    z.object({ fleetId: z.number(), fleet: z.string(), state: z.enum(["running", "paused"]) }),
  ),
  /** Running comparisons that send requests to the model here; the other side's name. */
  canaries: z.array(z.object({ id: z.number(), against: z.string() })),
  /** Enabled rules on this server about one of the affected models. `fires`: its condition is that the model isn't ready. */
  alertRules: z.array(z.object({ id: z.number(), name: z.string(), fires: z.boolean() })),
});
export type ModelUsage = z.infer<typeof modelUsage>;

export const modelUsageRequests = {
  "models.usage": request(z.object({ serverId: z.string(), model: z.string() }), modelUsage),
};
