import { createHash } from "node:crypto";
import { StatusError } from "../../base/status-error.ts";
import type { LaunchPlan, LaunchPreview } from "../contract/index.ts";
import { joinCommandLine, splitCommandLine } from "./command-line.ts";
import { type FlagList, flagList } from "./deployment/flag-list.ts";
import { flagPatch, type HeldFlags, isSame } from "./deployment/restore.ts";
import type { DeploymentSource } from "./deployment/source.ts";
import { refuseReserved, withChanges } from "./flags/arguments.ts";
import { findFlag, KNOWN_FLAGS } from "./flags/index.ts";
import { onLoopback } from "./process/process-site.ts";

/** A plan with the words of each start, as they are approved. */
export interface PreparedLaunch {
  /** The base first. */
  readonly previews: readonly LaunchPreview[];
  readonly digest: string;
  /** Of a Deployment. */
  readonly deployment: {
    readonly held: HeldFlags;
    readonly lists: readonly (readonly string[] | null)[];
  } | null;
}

export const BASE_LABEL = "Base";

/** INVALID_ARGUMENT names what is wrong with a candidate; FAILED_PRECONDITION, why a Deployment's flags can't be changed. */
export async function prepareLaunch(
  plan: LaunchPlan,
  source: DeploymentSource,
  signal: AbortSignal,
): Promise<PreparedLaunch> {
  refuseEqualLabels(plan);
  return plan.place.kind === "process"
    ? prepareProcesses(plan, plan.place.command)
    : await prepareDeployment(plan, plan.place, source, signal);
}

function prepareProcesses(plan: LaunchPlan, command: string): PreparedLaunch {
  const given = splitCommandLine(command);
  refuseReserved(given, ["--host", "--port"]);
  const base = onLoopback(given);
  const previews = wordsOfEach(plan, base).map((words, index) =>
    preview(plan, { index, words, base, patch: "" }),
  );
  return { previews, digest: digestOf(plan, previews), deployment: null };
}

type DeploymentPlace = Extract<LaunchPlan["place"], { kind: "deployment" }>;

async function prepareDeployment(
  plan: LaunchPlan,
  place: DeploymentPlace,
  source: DeploymentSource,
  signal: AbortSignal,
): Promise<PreparedLaunch> {
  const list = await readFlagList(place, source, signal);
  const { contextId, namespace, name, container } = place;
  const at = { contextId, namespace, name, container, field: list.field };
  const words = wordsOfEach(plan, list.words);
  const lists = words.map((each, index) => (index === 0 ? list.original : list.write(each)));
  const previews = words.map((each, index) =>
    preview(plan, {
      index,
      words: each,
      base: list.words,
      patch: index === 0 ? "" : JSON.stringify(flagPatch(at, lists[index] ?? null), null, 2),
    }),
  );
  const applied = lists.slice(1).map((each) => [...(each ?? [])]);
  const original = list.original && [...list.original];
  return {
    previews,
    digest: digestOf(plan, previews),
    deployment: { held: { ...at, original, applied }, lists },
  };
}

async function readFlagList(
  place: DeploymentPlace,
  source: DeploymentSource,
  signal: AbortSignal,
): Promise<FlagList> {
  const { containers } = await source.read(place, signal);
  const container = containers.find(({ name }) => name === place.container);
  if (container) return flagList(container);
  throw new StatusError(
    "NOT_FOUND",
    `The Deployment ${place.namespace}/${place.name} has no container '${place.container}'.`,
  );
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
  readonly patch: string;
}

function preview(plan: LaunchPlan, { index, words, base, patch }: Start): LaunchPreview {
  const candidate = index === 0 ? undefined : plan.candidates[index - 1];
  const { flags } = KNOWN_FLAGS[plan.product];
  const unknown = (candidate?.changes ?? []).filter(({ flag }) => !findFlag(flags, flag));
  const isBase = candidate !== undefined && isSame(words, base);
  return {
    label: candidate?.label ?? BASE_LABEL,
    arguments: [...words],
    commandLine: joinCommandLine(words),
    patch,
    removed: withoutEach(groupFlags(base), groupFlags(words)),
    added: withoutEach(groupFlags(words), groupFlags(base)),
    warnings: [
      ...(isBase
        ? ["It is the same as the base, so it shows how much two equal starts differ."]
        : []),
      ...unknown.map(({ flag }) => `The console doesn't know ${flag} and passes it on as it is.`),
    ],
  };
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

function digestOf({ place }: LaunchPlan, previews: readonly LaunchPreview[]): string {
  const approved = { place, starts: previews.map(({ arguments: words, patch }) => [words, patch]) };
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
