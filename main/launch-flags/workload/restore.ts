import { z } from "zod";
import { StatusError } from "../../../base/status-error.ts";
import { workloadOwner } from "../../contract/index.ts";
import { type Environment, environmentOf, hasEnvironment } from "./environment.ts";
import type {
  FlagWorkloads,
  WorkloadContainer,
  WorkloadPatch,
  WorkloadPlace,
  WorkloadPod,
} from "./source.ts";

/** The flags that served before, and what replaced them; stored before anything is replaced. */
const environment = z.record(z.string(), z.string().nullable());

export const heldFlags = z.object({
  contextId: z.number(),
  namespace: z.string(),
  owner: workloadOwner.default("Deployment"),
  name: z.string(),
  container: z.string(),
  field: z.enum(["command", "args"]),
  /** What KServe puts before the list: the arguments of its serving runtime. */
  inherited: z.array(z.string()).default([]),
  /** What it puts after the list of an LLMInferenceService, such as arguments for traces. */
  inheritedAfter: z.array(z.string()).default([]),
  original: z.array(z.string()).nullable(),
  /** Every list that was applied, or was about to be. */
  applied: z.array(z.array(z.string()).nullable()),
  /** Values that KServe's serving runtime gives variables that candidates change. */
  inheritedEnvironment: environment.default({}),
  /** The variables that candidates change; of comparisons stored before there were any, none. */
  environment: z
    .object({ original: environment, applied: z.array(environment) })
    .default({ original: {}, applied: [] }),
});
export type HeldFlags = z.infer<typeof heldFlags>;

/** What a candidate sets of a container. */
export interface ContainerSettings {
  /** The list that holds its flags; null: it has none. */
  readonly words: readonly string[] | null;
  readonly environment: Environment;
}

export function originalSettings({ original, environment }: HeldFlags): ContainerSettings {
  return { words: original, environment: environment.original };
}

/** Those of each candidate. */
export function appliedSettings({ applied, environment }: HeldFlags): ContainerSettings[] {
  return applied.map((words, at) => ({ words, environment: environment.applied[at] ?? {} }));
}

/** Whether a workload's container has these. */
export function hasSettings(
  container: WorkloadContainer,
  { field }: Pick<HeldFlags, "field">,
  { words, environment }: ContainerSettings,
): boolean {
  return isSame(container[field], words) && hasEnvironment(container, environment);
}

/** `lost`: someone else changed them, so that they are left alone. */
export type RestoreResult = "restored" | { readonly lost: string };

/** Restores the original flags, unless they are there. Rejects where the cluster doesn't do it now. */
export async function restore(
  source: FlagWorkloads,
  held: HeldFlags,
  signal: AbortSignal,
): Promise<RestoreResult> {
  const { container } = held;
  const original = originalSettings(held);
  try {
    const { containers } = await source.read(held, signal);
    const now = containers.find(({ name }) => name === container);
    if (!now) return { lost: `it has no container '${container}' any more` };
    if (!hasSettings(now, held, original)) {
      if (!appliedSettings(held).some((each) => hasSettings(now, held, each)))
        return { lost: "its flags are neither the original ones nor a candidate's" };
      await source.patch(held, settingsPatch(now, held.field, original), signal);
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
  settings: ContainerSettings,
  signal: AbortSignal,
): Promise<void> {
  if (held.owner !== "StatefulSet") return;
  const known = [originalSettings(held), ...appliedSettings(held)];
  const stuck = (await source.pods(held, signal)).filter(
    (pod) =>
      !pod.ready &&
      !pod.ending &&
      !isRunning(pod, held, settings) &&
      known.some((each) => isRunning(pod, held, each)),
  );
  for (const { name } of stuck) await source.deletePod(held, name, signal);
}

/** Sets a container's list and variables; null removes them. */
export function settingsPatch(
  container: WorkloadContainer,
  field: HeldFlags["field"],
  { words, environment }: ContainerSettings,
): WorkloadPatch {
  const { name, pointer } = container;
  if (pointer === undefined) {
    const env = environmentPatch(container, environment);
    const changed = { name, [field]: words, ...(env.length > 0 && { env }) };
    return {
      kind: "strategic",
      body: { spec: { template: { spec: { containers: [changed] } } } },
    };
  }
  const path = `${pointer}/${field}`;
  const isListed = pointer.includes("/containers/");
  return {
    kind: "json",
    body: [
      // Someone else may have changed the order of the containers.
      ...(isListed ? [{ op: "test", path: `${pointer}/name`, value: name }] : []),
      ...(isSame(container[field], words)
        ? []
        : [words === null ? { op: "remove", path } : { op: "add", path, value: words }]),
      ...environmentOperations(container, environment),
    ],
  };
}

/** Merged by name (patchMergeKey of core/v1's Container). */
function environmentPatch(container: WorkloadContainer, environment: Environment): object[] {
  return changedVariables(container, environment).map(([name, value]) =>
    value === null ? { name, $patch: "delete" } : { name, value },
  );
}

/** Those that aren't as they should be. */
function changedVariables(container: WorkloadContainer, environment: Environment) {
  const now = environmentOf(container, Object.keys(environment));
  return Object.entries(environment).filter(([name, value]) => now[name] !== value);
}

/** By position in the list; each is tested, since someone else may have changed the list. */
function environmentOperations(
  container: WorkloadContainer,
  environment: Environment,
): readonly object[] {
  const { pointer = "", environment: listed } = container;
  const path = `${pointer}/env`;
  const changed = changedVariables(container, environment).map(([name, value]) => ({
    name,
    value,
    at: listed.findIndex((each) => each.name === name),
  }));
  const test = ({ name, at }: { name: string; at: number }) => ({
    op: "test",
    path: `${path}/${at}/name`,
    value: name,
  });
  const present = changed.filter(({ at }) => at >= 0);
  const added = changed.flatMap(({ name, value, at }) =>
    at < 0 && value !== null ? [{ name, value }] : [],
  );
  return [
    ...present.flatMap((each) =>
      each.value === null
        ? []
        : [test(each), { op: "add", path: `${path}/${each.at}/value`, value: each.value }],
    ),
    // From the last one, so that the positions of the others stay.
    ...present
      .filter(({ value }) => value === null)
      .toSorted((a, b) => b.at - a.at)
      .flatMap((each) => [test(each), { op: "remove", path: `${path}/${each.at}` }]),
    ...(listed.length === 0 && added.length > 0
      ? [{ op: "add", path, value: added }]
      : added.map((value) => ({ op: "add", path: `${path}/-`, value }))),
  ];
}

/** Whether a pod's container has these, with what KServe adds from the serving runtime. */
export function isRunning(
  { containers }: WorkloadPod,
  held: HeldFlags,
  settings: ContainerSettings,
): boolean {
  const { container, field } = held;
  const found = containers.find(({ name }) => name === container);
  if (!found) return false;
  // Without a list of its own, an LLMInferenceService has its preset's.
  const isPresets = held.owner === "LLMInferenceService" && settings.words === null;
  const words = field === "args" ? withInherited(held, settings.words) : settings.words;
  if (!isPresets && !isSame(found[field], words, isSameWord)) return false;
  if (!isKserves(held.owner)) return hasEnvironment(found, settings.environment);
  return Object.entries(settings.environment).every(([name, own]) => {
    const value = own ?? held.inheritedEnvironment[name] ?? null;
    if (value !== null) return hasEnvironment(found, { [name]: value });
    // What the runtime has instead is known when it runs.
    const former = held.environment.original[name] ?? null;
    return former === null
      ? hasEnvironment(found, { [name]: null })
      : !hasEnvironment(found, { [name]: former });
  });
}

/** Whether KServe makes the workload's Deployments, some time after each change. */
export function isKserves(owner: string): boolean {
  return owner === "InferenceService" || owner === "LLMInferenceService";
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

/** The words before and after those of an LLMInferenceService, as for adapters and traces; null where it doesn't have them. */
export function inheritedAround(
  running: readonly string[],
  list: readonly string[],
): { readonly before: readonly string[]; readonly after: readonly string[] } | null {
  for (let at = 0; at + list.length <= running.length; at++) {
    const end = at + list.length;
    if (isSame(running.slice(at, end), list, isSameWord))
      return { before: running.slice(0, at), after: running.slice(end) };
  }
  return null;
}

function withInherited(
  { inherited, inheritedAfter }: HeldFlags,
  list: readonly string[] | null,
): readonly string[] | null {
  return inherited.length + inheritedAfter.length === 0
    ? list
    : [...inherited, ...(list ?? []), ...inheritedAfter];
}

/** KServe replaces {{.Name}} and the like in the words of its services. */
function isSameWord(running: string, word: string): boolean {
  return running === word || word.includes("{{");
}

/** The API server drops an empty list, so that none and an empty one are the same. */
export function isSame(
  a: readonly string[] | null,
  b: readonly string[] | null,
  isEqual: (a: string, b: string) => boolean = Object.is,
): boolean {
  const [all, others] = [a ?? [], b ?? []];
  return all.length === others.length && all.every((word, at) => isEqual(word, others[at] ?? ""));
}

export function describePlace({
  owner,
  namespace,
  name,
}: Pick<WorkloadPlace, "owner" | "namespace" | "name">): string {
  return `the ${owner} ${namespace}/${name}`;
}
