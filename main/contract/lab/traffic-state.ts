import { z } from "zod";

/** Bounded closed-loop traffic that makes the overview move; stops by itself. */
export const trafficState = z.object({
  running: z.boolean(),
  models: z.array(z.string()),
  concurrency: z.number(),
  /** ms since the epoch; null when not running */
  endsAt: z.number().nullable(),
  error: z.string().nullable(),
});
export type TrafficState = z.infer<typeof trafficState>;
