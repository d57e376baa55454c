import fs from "node:fs/promises";
import path from "node:path";
import {
  checkText,
  completeBackend,
  type Finding,
  parseConfig,
  type RepositoryModel,
} from "../../engine/config/index.ts";
import { readSignature } from "../configs/index.ts";
import type { RepositoryModelReport } from "../contract/index.ts";
import { fromFileError } from "../store/index.ts";
import { type FolderListing, listFolder } from "./list-folder.ts";

const CONFIG = "config.pbtxt";
const MAX_CONFIG_BYTES = 1 << 20;
const MAX_PROBLEMS = 5;
/** What the embedded engine runs. */
const BACKENDS: ReadonlySet<string> = new Set(["onnxruntime", "identity", "repeat", "ensemble"]);

export interface InspectedModel {
  /** "unclear": it has versions and nothing that says how to run them, or can't be read. "other": it holds something else. */
  readonly kind: "model" | "unclear" | "other";
  readonly report: RepositoryModelReport;
  /** As the check of ensembles takes it. */
  readonly checked: RepositoryModel;
}

/** A model folder of a repository as the engine would find it. A folder that can't be read is a problem of the model. */
export async function inspectModel(repository: string, name: string): Promise<InspectedModel> {
  const folder = path.join(repository, name);
  const listing = await listFolder(folder).catch((error: unknown) => {
    const { message } = fromFileError(error, folder);
    return { message };
  });
  if ("message" in listing) return unreadable(name, listing.message);

  const versions = listing.folders
    .filter((each) => /^[1-9][0-9]{0,14}$/.test(each))
    .sort((a, b) => Number(b) - Number(a));
  const configuration = listing.files.includes(CONFIG);
  const config = configuration ? await readConfig(path.join(folder, CONFIG)) : { text: "" };
  const text = "text" in config ? config.text : "";
  const parsed = parseConfig(text).config;
  const ensemble = parsed.platform === "ensemble" || parsed.ensemble_scheduling !== undefined;
  const newest = versions[0] === undefined ? null : await contents(path.join(folder, versions[0]));
  const { backend } = completeBackend(parsed, newest?.names ?? []);
  const runs = ensemble ? "ensemble" : backend === "" ? null : backend;

  const signature = runs === "onnxruntime" ? await readSignature(folder) : null;
  const known = signature ? { signature } : {};
  const findings =
    configuration && "text" in config
      ? checkText(text, { modelName: name, lint: {}, ...known })
      : [];
  const linted = findingProblems(findings);
  const problems = [
    ...("problem" in config ? [config.problem] : []),
    ...listing.unusable
      .filter((each) => each === CONFIG || /^[1-9][0-9]*$/.test(each))
      .map((each) => `'${each}' is a broken link or a special file.`),
    ...(versions.length === 0 ? ["No version folder, such as 1/."] : []),
    ...(runs === null ? ["No backend: no configuration names one and no known model file."] : []),
    ...(runs !== null && !BACKENDS.has(runs)
      ? [`Backend '${runs}' isn't available in the embedded engine.`]
      : []),
    ...missingFile(runs, parsed.default_model_filename, versions[0], newest),
  ];
  return {
    kind: kindOf(listing, versions, runs),
    report: {
      name,
      backend: runs,
      configuration,
      versions,
      errors: linted.errors + problems.length,
      warnings: linted.warnings,
      problems: [...problems, ...linted.problems],
    },
    checked: { name, text, ...known },
  };
}

function kindOf(
  { files, unusable }: FolderListing,
  versions: readonly string[],
  backend: string | null,
): InspectedModel["kind"] {
  if (files.includes(CONFIG) || unusable.includes(CONFIG) || backend !== null) return "model";
  return versions.length > 0 ? "unclear" : "other";
}

function missingFile(
  backend: string | null,
  wanted: string,
  version: string | undefined,
  newest: Contents | null,
): string[] {
  if (backend !== "onnxruntime" || version === undefined) return [];
  if (newest === null) return [`Version folder ${version}/ can't be read.`];
  const file = wanted === "" ? "model.onnx" : wanted;
  return newest.names.includes(file) ? [] : [`Missing model file ${version}/${file}.`];
}

interface Contents {
  /** Files and folders. */
  readonly names: readonly string[];
}

async function contents(folder: string): Promise<Contents | null> {
  const listing = await listFolder(folder).catch(() => null);
  return listing && { names: [...listing.files, ...listing.folders] };
}

/** At most 1 MiB of UTF-8. */
async function readConfig(file: string): Promise<{ text: string } | { problem: string }> {
  try {
    const { size } = await fs.stat(file);
    if (size > MAX_CONFIG_BYTES) return { problem: `${CONFIG} is larger than 1 MiB.` };
    const bytes = await fs.readFile(file);
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { problem: `${CONFIG} is not UTF-8 text.` };
    return { problem: fromFileError(error, file).message };
  }
}

/** How many findings of each severity, and the first of the errors in words. */
export function findingProblems(findings: readonly Finding[]) {
  const errors = findings.filter(({ severity }) => severity === "error");
  return {
    errors: errors.length,
    warnings: findings.filter(({ severity }) => severity === "warning").length,
    problems: errors
      .slice(0, MAX_PROBLEMS)
      .map(({ line, message }) => `${CONFIG} line ${line}: ${message}`),
  };
}

function unreadable(name: string, problem: string): InspectedModel {
  return {
    kind: "unclear",
    report: {
      name,
      backend: null,
      configuration: false,
      versions: [],
      errors: 1,
      warnings: 0,
      problems: [problem],
    },
    checked: { name, text: "" },
  };
}
