import { z } from "zod";

/** An experiment that is repeated while the console is open and compared with its baseline. */
export const watch = z.object({
  id: z.number(),
  name: z.string(),
  /** The experiment whose plan is repeated and whose result is the baseline. */
  baseline: z.number(),
  everyMinutes: z.number(),
  enabled: z.boolean(),
  /** ms since the epoch; null while it is off */
  nextAt: z.number().nullable(),
  runs: z.array(
    z.object({
      experiment: z.number(),
      at: z.number(),
      verdict: z.enum(["same", "better", "worse", "invalid", "failed"]),
      words: z.string(),
    }),
  ),
});
export type Watch = z.infer<typeof watch>;
