import { createHash } from "node:crypto";
import { StatusError } from "../../base/status-error.ts";
import type { FlagChange, LaunchFlag, LaunchPlan, LaunchPreview } from "../contract/index.ts";
import { joinCommandLine, splitCommandLine } from "./command-line.ts";
import { type FlagList, flagList, isShell } from "./workload/flag-list.ts";
import {
  changedNames,
  describeEnvironment,
  type Environment,
  environmentOf,
  withEnvironment,
} from "./workload/environment.ts";
import {
  type ContainerSettings,
  describePlace,
  type HeldFlags,
  inheritedAround,
  inheritedPrefix,
  isSame,
  settingsPatch,
} from "./workload/restore.ts";
import type { FlagWorkloads, WorkloadContainer } from "./workload/source.ts";
import { type GpuLimit, tooFewGpus } from "./flags/gpus-needed.ts";
import { refuseReserved, withChanges } from "./flags/arguments.ts";
import { canonicalFlag, findFlag, KNOWN_FLAGS, spellings } from "./flags/index.ts";
import { onLoopback } from "./process/process-site.ts";

/** A plan with the words of each start, as they are approved. */
export interface PreparedLaunch {
  /** The base first. */
  readonly previews: readonly LaunchPreview[];
  readonly digest: string;
  /** What each start changes of the environment. */
  readonly environments: readonly Environment[];
  /** Of a workload in a cluster. */
  readonly workload: {
    readonly held: HeldFlags;
    readonly settings: readonly ContainerSettings[];
  } | null;
}

export const BASE_LABEL = "Base";

/** INVALID_ARGUMENT names what is wrong with a candidate; FAILED_PRECONDITION, why a workload's flags can't be changed. */
export async function prepareLaunch(
  plan: LaunchPlan,
  source: FlagWorkloads,
  signal: AbortSignal,
): Promise<PreparedLaunch> {
  refuseEqualLabels(plan);
  return plan.place.kind === "process"
    ? prepareProcesses(plan, plan.place.command)
    : await prepareWorkload(plan, plan.place, source, signal);
}

function prepareProcesses(plan: LaunchPlan, command: string): PreparedLaunch {
  const given = splitCommandLine(command);
  refuseReserved(given, ["--host", "--port"]);
  const base = onLoopback(given);
  // The host's own values, which may be anything, are not shown.
  changedNames(plan.candidates);
  const environments = environmentsOfEach(plan, {});
  const previews = wordsOfEach(plan, base).map((words, index) =>
    preview(plan, { index, words, base, environments, patch: "" }),
  );
  return { previews, digest: digestOf(plan, previews, environments), environments, workload: null };
}

type ClusterPlace = Extract<LaunchPlan["place"], { kind: "deployment" }>;

async function prepareWorkload(
  plan: LaunchPlan,
  place: ClusterPlace,
  source: FlagWorkloads,
  signal: AbortSignal,
): Promise<PreparedLaunch> {
  const { container, list } = await readFlagList(place, source, signal);
  const { field, original } = list;
  const names = namesOfEach(plan, list);
  const added = await findInherited(place, { container, list, names }, source, signal);
  const { before: inherited, after: inheritedAfter, environment: inheritedEnvironment } = added;
  const { contextId, namespace, owner, name } = place;
  const present = environmentOf(container, names);
  const changed = environmentsOfEach(plan, present);
  const words = wordsOfEach(plan, list.words);
  const settings: ContainerSettings[] = words.map((each, index) => {
    if (index === 0) return { words: original, environment: present };
    const written = list.write(each);
    return { words: written.words, environment: { ...changed[index], ...written.environment } };
  });
  const environments = settings.map(({ environment }) => environment);
  const gpus = container.gpus ?? added.gpus;
  const previews = words.map((each, index) =>
    preview(plan, {
      index,
      words: each,
      base: list.words,
      inherited: [...inherited, ...inheritedAfter],
      inheritedEnvironment,
      gpus,
      // What flags are in is shown as flags.
      environments: changed.map((each) => withoutVariable(each, list.variable)),
      patch: index === 0 ? "" : formatPatch(container, field, settings[index]),
    }),
  );
  const held: HeldFlags = {
    contextId,
    namespace,
    owner,
    name,
    container: container.name,
    field,
    inherited: [...inherited],
    inheritedAfter: [...inheritedAfter],
    inheritedEnvironment,
    original: original && [...original],
    applied: settings.slice(1).map((each) => each.words && [...each.words]),
    environment: { original: environments[0] ?? {}, applied: environments.slice(1) },
  };
  const digest = digestOf(plan, previews, environments);
  return { previews, digest, environments, workload: { held, settings } };
}

/** INVALID_ARGUMENT for a candidate that changes the variable that has its flags. */
function namesOfEach({ candidates }: LaunchPlan, { variable }: FlagList): string[] {
  const names = changedNames(candidates);
  if (variable === null) return names;
  if (!names.includes(variable)) return [...names, variable];
  throw new StatusError(
    "INVALID_ARGUMENT",
    `${variable} has the flags of this container: change flags in place of the variable.`,
    { details: { field: "environment" } },
  );
}

function withoutVariable(environment: Environment, variable: string | null): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => name !== variable));
}

function formatPatch(
  container: WorkloadContainer,
  field: HeldFlags["field"],
  settings: ContainerSettings = { words: null, environment: {} },
): string {
  return JSON.stringify(settingsPatch(container, field, settings).body, null, 2);
}

/** The base's first. */
function environmentsOfEach({ candidates }: LaunchPlan, base: Environment): Environment[] {
  return [base, ...candidates.map(({ environment }) => withEnvironment(base, environment))];
}

interface Flags {
  readonly container: WorkloadContainer;
  readonly list: FlagList;
}

async function readFlagList(
  place: ClusterPlace,
  source: FlagWorkloads,
  signal: AbortSignal,
): Promise<Flags> {
  const { containers, problem } = await source.read(place, signal);
  if (problem !== null) throw new StatusError("FAILED_PRECONDITION", problem);
  const container = containers.find(({ name }) => name === place.container);
  if (container) {
    refuseTls(place, container);
    return { container, list: flagList(container) };
  }
  throw new StatusError(
    "NOT_FOUND",
    `${describePlace(place).replace("the", "The")} has no container '${place.container}'.`,
  );
}

/** A port-forward leads to a pod by an address that no certificate has. */
function refuseTls(
  { serverId }: ClusterPlace,
  { name, command, args, merged }: WorkloadContainer,
): void {
  const words = [merged?.command ?? command, merged?.args ?? args].flatMap((list) => list ?? []);
  if (serverId !== null || !words.some((word) => word.includes("--ssl-certfile"))) return;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `The container '${name}' serves over TLS (--ssl-certfile), which a port-forward to a pod can't measure. Connect the server's own address, and measure through it.`,
  );
}

/** What KServe's serving runtime or presets add. */
interface Inherited {
  /** Before and after the service's arguments. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Of the variables that candidates change, those that the service itself doesn't set. */
  readonly environment: Environment;
  readonly gpus: GpuLimit | null;
}

interface Own extends Flags {
  /** Of the variables that candidates change, or that have the flags. */
  readonly names: readonly string[];
}

async function findInherited(
  place: ClusterPlace,
  own: Own,
  source: FlagWorkloads,
  signal: AbortSignal,
): Promise<Inherited> {
  switch (place.owner) {
    case "InferenceService":
      return await ofRuntime(place, own, source, signal);
    case "LLMInferenceService":
      return ofPresets(place, own);
    default:
      return { before: [], after: [], environment: {}, gpus: null };
  }
}

const notOwn = ({ container: { environment }, names }: Own): string[] =>
  names.filter((name) => !environment.some((each) => each.name === name));

/** Read from the Deployment that KServe made. */
function ofPresets(place: ClusterPlace, own: Own): Inherited {
  const { name, merged } = own.container;
  const { field, original } = own.list;
  const { args = null, environment = [], gpus = null } = merged ?? {};
  const isOwnList = merged !== undefined && field === "args" && original !== null;
  const around = isOwnList ? inheritedAround(args ?? [], original) : { before: [], after: [] };
  if (!around)
    throw new StatusError(
      "FAILED_PRECONDITION",
      `KServe has not rolled out the present flags of ${describePlace(place)} yet.`,
    );
  return { ...around, environment: environmentOf({ name, environment }, notOwn(own)), gpus };
}

/** Read from a pod that runs. */
async function ofRuntime(
  place: ClusterPlace,
  own: Own,
  source: FlagWorkloads,
  signal: AbortSignal,
): Promise<Inherited> {
  const { container } = own;
  const { field, original } = own.list;
  const found = (await source.pods(place, signal))
    .filter(({ ready, ending }) => ready && !ending)
    .flatMap(({ containers }) => containers.filter(({ name }) => name === place.container))
    .map((running) => ({
      ...running,
      words: field === "args" ? inheritedPrefix(running.args, original) : [],
    }))
    .find(({ words }) => words !== null);
  if (!found?.words)
    throw new StatusError(
      "FAILED_PRECONDITION",
      `No ready pod of ${describePlace(place)} has its present flags, so there is no base to measure.`,
    );
  if (container.command === null && isShell(found.command ?? []))
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The serving runtime of ${describePlace(place)} runs a shell script, which ignores the flags of its InferenceService. Change the runtime.`,
    );
  return {
    before: found.words,
    after: [],
    environment: environmentOf(found, notOwn(own)),
    gpus: found.gpus ?? null,
  };
}

function wordsOfEach({ product, candidates }: LaunchPlan, base: readonly string[]): string[][] {
  const { flags } = KNOWN_FLAGS[product];
  return [
    [...base],
    ...candidates.map(({ label, changes }) => {
      try {
        return withChanges(base, changes, flags);
      } catch (error) {
        const { code, message, details } = StatusError.from(error);
        throw new StatusError(code, `${label}: ${message}`, { details });
      }
    }),
  ];
}

interface Start {
  readonly index: number;
  readonly words: readonly string[];
  readonly base: readonly string[];
  /** Of KServe's serving runtime or preset. */
  readonly inherited?: readonly string[];
  readonly inheritedEnvironment?: Environment;
  /** Null: not known. */
  readonly gpus?: GpuLimit | null;
  readonly environments: readonly Environment[];
  readonly patch: string;
}

function preview(plan: LaunchPlan, start: Start): LaunchPreview {
  const {
    index,
    words,
    base,
    inherited = [],
    inheritedEnvironment = {},
    environments,
    patch,
  } = start;
  const [before = {}] = environments;
  const own = environments[index] ?? {};
  const variables = describeEnvironment(own, before);
  const candidate = index === 0 ? undefined : plan.candidates[index - 1];
  const { flags } = KNOWN_FLAGS[plan.product];
  const isLlm = plan.place.kind === "deployment" && plan.place.owner === "LLMInferenceService";
  const source = isLlm ? "preset" : "serving runtime";
  const tooFew =
    index === 0 ? null : tooFewGpus([...inherited, ...words], flags, start.gpus ?? null);
  const unknown = (candidate?.changes ?? []).filter(({ flag }) => !findFlag(flags, flag));
  const isBase = candidate !== undefined && isSame(words, base) && variables.length === 0;
  return {
    label: candidate?.label ?? BASE_LABEL,
    arguments: [...words],
    commandLine: joinCommandLine(plan.place.kind === "process" ? withVariables(words, own) : words),
    patch,
    removed: [
      ...withoutEach(groupFlags(base), groupFlags(words)),
      ...describeEnvironment(before, own).filter((each) => !each.startsWith("without ")),
    ],
    added: [...withoutEach(groupFlags(words), groupFlags(base)), ...variables],
    warnings: [
      ...(isBase
        ? ["It is the same as the base, so it shows how much two equal starts differ."]
        : []),
      ...inheritedWarnings(candidate?.changes ?? [], { inherited, source }, flags),
      ...(tooFew === null ? [] : [tooFew]),
      ...(candidate?.environment ?? [])
        .filter(
          ({ name, value }) => value === null && (inheritedEnvironment[name] ?? null) !== null,
        )
        .map(({ name }) => `KServe's ${source} sets ${name} itself, so it stays.`),
      ...unknown.map(({ flag }) => `The console doesn't know ${flag} and passes it on as it is.`),
    ],
  };
}

/** As the program env starts it. */
function withVariables(words: readonly string[], environment: Environment): string[] {
  const each = Object.entries(environment);
  if (each.length === 0) return [...words];
  const removed = each.flatMap(([name, value]) => (value === null ? ["-u", name] : []));
  const set = each.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return ["env", ...removed, ...set, ...words];
}

/** A flag that the serving runtime or preset sets counts again where the service doesn't. */
function inheritedWarnings(
  changes: readonly FlagChange[],
  { inherited, source }: { readonly inherited: readonly string[]; readonly source: string },
  known: readonly LaunchFlag[],
): string[] {
  return changes.flatMap(({ flag, value }) => {
    const found = findFlag(known, flag);
    const names = found ? spellings(found) : [canonicalFlag(flag)];
    if (value !== null || !inherited.some((word) => names.includes(canonicalFlag(word)))) return [];
    return [`KServe's ${source} sets ${flag} itself, so it stays.`];
  });
}

/** Flags with their values, and words without a flag. */
function groupFlags(words: readonly string[]): string[] {
  const groups: string[][] = [];
  let isOfFlag = false;
  for (const word of words) {
    const isFlag = word.startsWith("-") && !/^-\d/.test(word);
    const group = groups.at(-1);
    if (!isFlag && isOfFlag && group) group.push(word);
    else groups.push([word]);
    isOfFlag = isFlag && !word.includes("=");
  }
  return groups.map(joinCommandLine);
}

/** Elements of a list beyond those that the other one has, too. */
function withoutEach(elements: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return elements.filter((element) => {
    const at = left.indexOf(element);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function digestOf(
  { place }: LaunchPlan,
  previews: readonly LaunchPreview[],
  environments: readonly Environment[],
): string {
  const starts = previews.map(({ arguments: words, patch }) => [words, patch]);
  const approved = { place, starts, environments };
  return createHash("sha256").update(JSON.stringify(approved)).digest("hex");
}

function refuseEqualLabels({ candidates }: LaunchPlan): void {
  const labels = [BASE_LABEL, ...candidates.map(({ label }) => label)];
  const twice = labels.find((label, index) => labels.indexOf(label) !== index);
  if (twice === undefined) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `Two candidates are called '${twice}'; give each a name of its own.`,
    { details: { field: "candidates" } },
  );
}
