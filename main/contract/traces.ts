import { z } from "zod";
import { request, topic } from "./define.ts";

/** One request's time line. Stamps are ns, comparable within one run of the engine. */
export const trace = z.object({
  id: z.number(),
  /** 0 for a request that came from a client. */
  parentId: z.number(),
  modelName: z.string(),
  modelVersion: z.string(),
  requestId: z.string(),
  /** ms since the epoch at the first stamp */
  startedAtMs: z.number(),
  stamps: z.array(z.object({ point: z.string(), atNs: z.number() })),
  instance: z.string(),
  batchSize: z.number(),
  cacheHit: z.boolean(),
  /** Empty for a success. */
  error: z.string(),
});
export type Trace = z.infer<typeof trace>;

/** One of `rate` requests is traced; null: none. */
export const traceSampling = z.object({ rate: z.number().int().min(1).nullable() });

const model = z.object({ serverId: z.string(), model: z.string() });

export const traceRequests = {
  "traces.sampling": request(model, traceSampling),
  "traces.setSampling": request(model.extend(traceSampling.shape), traceSampling),
};

export const traceTopics = {
  /** First the finished traces of all models that the engine has kept; then new ones once a second. */
  "traces.live": topic(z.object({ serverId: z.string() }), z.array(trace)),
};
