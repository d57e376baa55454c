import { z } from "zod";
import { StatusError } from "../../../base/status-error.ts";
import { workloadOwner } from "../../contract/index.ts";
import type {
  FlagWorkloads,
  WorkloadContainer,
  WorkloadPatch,
  WorkloadPlace,
  WorkloadPod,
} from "./source.ts";

/** The flags that served before, and what replaced them; stored before anything is replaced. */
export const heldFlags = z.object({
  contextId: z.number(),
  namespace: z.string(),
  owner: workloadOwner.default("Deployment"),
  name: z.string(),
  container: z.string(),
  field: z.enum(["command", "args"]),
  /** What KServe puts before the list: the arguments of its serving runtime. */
  inherited: z.array(z.string()).default([]),
  original: z.array(z.string()).nullable(),
  /** Every list that was applied, or was about to be. */
  applied: z.array(z.array(z.string())),
});
export type HeldFlags = z.infer<typeof heldFlags>;

/** `lost`: someone else changed them, so that they are left alone. */
export type RestoreResult = "restored" | { readonly lost: string };

/** Restores the original flags, unless they are there. Rejects where the cluster doesn't do it now. */
export async function restore(
  source: FlagWorkloads,
  held: HeldFlags,
  signal: AbortSignal,
): Promise<RestoreResult> {
  const { container, field, original, applied } = held;
  try {
    const { containers } = await source.read(held, signal);
    const now = containers.find(({ name }) => name === container);
    if (!now) return { lost: `it has no container '${container}' any more` };
    if (!isSame(now[field], original)) {
      if (!applied.some((each) => isSame(now[field], each)))
        return { lost: "its flags are neither the original ones nor a candidate's" };
      await source.patch(held, flagPatch(now, field, original), signal);
    }
    await deleteStuckPods(source, held, original, signal);
    return "restored";
  } catch (error) {
    if (StatusError.from(error).code === "NOT_FOUND") return { lost: "it is no longer there" };
    throw error;
  }
}

/**
 * A StatefulSet replaces its pods in order and waits for each until it is ready, also when its template has been changed
 * again (https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#forced-rollback): a pod that never gets
 * ready holds up every later change until it is deleted.
 */
export async function deleteStuckPods(
  source: FlagWorkloads,
  held: HeldFlags,
  list: readonly string[] | null,
  signal: AbortSignal,
): Promise<void> {
  if (held.owner !== "StatefulSet") return;
  const known = [held.original, ...held.applied].filter((each) => !isSame(each, list));
  const stuck = (await source.pods(held, signal)).filter(
    (pod) => !pod.ready && !pod.ending && known.some((each) => isRunning(pod, held, each)),
  );
  for (const { name } of stuck) await source.deletePod(held, name, signal);
}

/** Sets a container's list; null removes it. */
export function flagPatch(
  { name, pointer }: Pick<WorkloadContainer, "name" | "pointer">,
  field: HeldFlags["field"],
  words: readonly string[] | null,
): WorkloadPatch {
  if (pointer === undefined)
    return {
      kind: "strategic",
      body: { spec: { template: { spec: { containers: [{ name, [field]: words }] } } } },
    };
  const path = `${pointer}/${field}`;
  const isListed = pointer.includes("/containers/");
  return {
    kind: "json",
    body: [
      // Someone else may have changed the order of the containers.
      ...(isListed ? [{ op: "test", path: `${pointer}/name`, value: name }] : []),
      words === null ? { op: "remove", path } : { op: "add", path, value: words },
    ],
  };
}

/** Whether a pod's container has this list, after what KServe puts before it. */
export function isRunning(
  { containers }: WorkloadPod,
  { container, field, inherited }: HeldFlags,
  list: readonly string[] | null,
): boolean {
  const found = containers.find(({ name }) => name === container);
  if (!found) return false;
  const words = field === "args" ? withInherited(inherited, list) : list;
  return isSame(found[field], words, isSameWord);
}

/** The words of a pod's list that come before those of its own workload; null where it doesn't end with them. */
export function inheritedPrefix(
  running: readonly string[] | null,
  list: readonly string[] | null,
): readonly string[] | null {
  const own = list ?? [];
  const all = running ?? [];
  const before = all.length - own.length;
  if (before < 0 || !isSame(all.slice(before), own, isSameWord)) return null;
  return all.slice(0, before);
}

function withInherited(inherited: readonly string[], list: readonly string[] | null) {
  return inherited.length === 0 ? list : [...inherited, ...(list ?? [])];
}

/** KServe replaces {{.Name}} and the like in the words of an InferenceService. */
function isSameWord(running: string, word: string): boolean {
  return running === word || word.includes("{{");
}

export function isSame(
  a: readonly string[] | null,
  b: readonly string[] | null,
  isEqual: (a: string, b: string) => boolean = Object.is,
): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((word, at) => isEqual(word, b[at] as string));
}

export function describePlace({
  owner,
  namespace,
  name,
}: Pick<WorkloadPlace, "owner" | "namespace" | "name">): string {
  return `the ${owner} ${namespace}/${name}`;
}
