import { z } from "zod";
import { StatusError } from "../../../base/status-error.ts";
import type { DeploymentPlace, DeploymentSource } from "./source.ts";

/** The flags that served before, and what replaced them; stored before anything is replaced. */
export const heldFlags = z.object({
  contextId: z.number(),
  namespace: z.string(),
  name: z.string(),
  container: z.string(),
  field: z.enum(["command", "args"]),
  original: z.array(z.string()).nullable(),
  /** Every list that was applied, or was about to be. */
  applied: z.array(z.array(z.string())),
});
export type HeldFlags = z.infer<typeof heldFlags>;

/** `lost`: someone else changed them, so that they are left alone. */
export type RestoreResult = "restored" | { readonly lost: string };

/** Puts the original flags back, unless they are there. Rejects where the cluster doesn't do it now. */
export async function restore(
  source: DeploymentSource,
  held: HeldFlags,
  signal: AbortSignal,
): Promise<RestoreResult> {
  const { container, field, original, applied } = held;
  try {
    const { containers } = await source.read(held, signal);
    const now = containers.find(({ name }) => name === container);
    if (!now) return { lost: `it has no container '${container}' any more` };
    if (isSame(now[field], original)) return "restored";
    if (!applied.some((each) => isSame(now[field], each)))
      return { lost: "its flags are neither the original ones nor a candidate's" };
    await source.patch(held, flagPatch(held, original), signal);
    return "restored";
  } catch (error) {
    if (StatusError.from(error).code === "NOT_FOUND") return { lost: "it is no longer there" };
    throw error;
  }
}

/** The strategic merge patch that sets a container's list; null removes it. */
export function flagPatch(
  { container, field }: Pick<HeldFlags, "container" | "field">,
  words: readonly string[] | null,
): object {
  return { spec: { template: { spec: { containers: [{ name: container, [field]: words }] } } } };
}

export function isSame(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function describePlace({ namespace, name }: Pick<DeploymentPlace, "namespace" | "name">) {
  return `the Deployment ${namespace}/${name}`;
}
