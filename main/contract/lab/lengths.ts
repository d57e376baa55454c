import { z } from "zod";

const MAX_TOKENS = 1_000_000;
export const tokenCount = z.number().int().min(1).max(MAX_TOKENS);

/** Distributions of lengths in tokens; drawn values are whole numbers from 1 to 1,000,000. */
export const lengths = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fixed"), tokens: tokenCount }),
  z.object({ kind: z.literal("uniform"), least: tokenCount, most: tokenCount }),
  z.object({
    kind: z.literal("normal"),
    mean: tokenCount,
    deviation: z.number().min(0).max(MAX_TOKENS),
  }),
  /** `sigma`: standard deviation of the logarithm. */
  z.object({ kind: z.literal("lognormal"), median: tokenCount, sigma: z.number().min(0).max(3) }),
]);
export type Lengths = z.infer<typeof lengths>;
