import { z } from "zod";
import { modelSizes } from "../sizes.ts";

/** Bounded closed-loop traffic that makes the overview move; stops by itself. */
export const trafficState = z.object({
  running: z.boolean(),
  models: z.array(z.string()),
  concurrency: z.number(),
  /** ms since the epoch; null when not running */
  endsAt: z.number().nullable(),
  error: z.string().nullable(),
  /** Ready models that no traffic was sent to; `sizes` where they need a shape from a user. */
  skipped: z.array(
    z.object({ model: z.string(), reason: z.string(), sizes: modelSizes.nullable() }),
  ),
});
export type TrafficState = z.infer<typeof trafficState>;
