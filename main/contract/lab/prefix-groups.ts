import { z } from "zod";
import { tokenCount } from "./lengths.ts";
import type { PrefixGroupFigures } from "./step.ts";

const MAX_GROUPS = 10_000;

/** Groups of requests that begin with the same text. */
export const prefixGroups = z
  .object({
    /** Share of the requests that belong to a group. */
    share: z.number().min(0).max(1),
    /** Number of groups, each with its own text. */
    count: z.number().int().min(1).max(MAX_GROUPS),
    /** Length of the text, which is part of the prompt's length. */
    tokens: tokenCount,
    /** Distribution of the requests over the groups; absent: evenly. */
    byGroup: z
      .discriminatedUnion("kind", [
        /** In proportion to these, one for each group. */
        z.object({
          kind: z.literal("weights"),
          weights: z.array(z.number().positive().max(1_000_000)).min(1).max(MAX_GROUPS),
        }),
        /** Group k gets requests in proportion to 1 / k^exponent. */
        z.object({ kind: z.literal("zipf"), exponent: z.number().min(0).max(5) }),
      ])
      .optional(),
  })
  .refine(({ count, byGroup }) => byGroup?.kind !== "weights" || byGroup.weights.length === count, {
    path: ["byGroup"],
    error: "There must be one weight for each group.",
  });
export type PrefixGroups = z.infer<typeof prefixGroups>;

type GroupFigures = Pick<
  PrefixGroupFigures,
  "group" | "andLater" | "promptTokens" | "cachedTokens"
>;

/** "3", "32 and later", "none" */
export const formatPrefixGroup = ({ group, andLater }: Pick<GroupFigures, "group" | "andLater">) =>
  group === null ? "none" : `${group}${andLater ? " and later" : ""}`;

/** Share of the prompt tokens that were in the server's prefix cache, 0..1; null where it reports none. */
export const cachedShare = ({ promptTokens, cachedTokens }: GroupFigures): number | null =>
  promptTokens === null || promptTokens === 0 || cachedTokens === null
    ? null
    : cachedTokens / promptTokens;

/** "evenly", "weighted 4, 2, 1", "by Zipf with exponent 1" */
export function formatPrefixSpread({ byGroup }: PrefixGroups): string {
  if (!byGroup) return "evenly";
  if (byGroup.kind === "zipf") return `by Zipf with exponent ${byGroup.exponent}`;
  const { weights } = byGroup;
  const more = weights.length > 8 ? `, … (${weights.length})` : "";
  return `weighted ${weights.slice(0, 8).join(", ")}${more}`;
}
