import { z } from "zod";
import { modelSizes } from "../sizes.ts";

/** Bounded closed-loop sample traffic for the overview; stops by itself. */
export const trafficState = z.object({
  running: z.boolean(),
  models: z.array(z.string()),
  concurrency: z.number(),
  /** ms since the epoch; null when not running */
  endsAt: z.number().nullable(),
  error: z.string().nullable(),
  /** Ready models without traffic; `sizes` if the user must enter a shape. */
  skipped: z.array(
    z.object({ model: z.string(), reason: z.string(), sizes: modelSizes.nullable() }),
  ),
});
export type TrafficState = z.infer<typeof trafficState>;
