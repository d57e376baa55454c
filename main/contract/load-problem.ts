import { z } from "zod";

/** Why a model can't be loaded, derived from the server's reason. */
export const loadProblem = z.discriminatedUnion("kind", [
  /** The configuration, at a place of its text where the server names one; 1-based. */
  z.object({
    kind: z.literal("configuration"),
    line: z.number().optional(),
    column: z.number().optional(),
  }),
  /** A file that the configuration expects is missing. */
  z.object({ kind: z.literal("file"), path: z.string() }),
  /** The model's folder has no version folder that the version policy would serve. */
  z.object({ kind: z.literal("version") }),
  /** A model of the ensemble does not serve. */
  z.object({ kind: z.literal("part"), model: z.string() }),
  z.object({ kind: z.literal("other") }),
]);
export type LoadProblem = z.infer<typeof loadProblem>;
