import fs from "node:fs/promises";
import path from "node:path";
import { StatusError } from "../../base/status-error.ts";
import { MAX_REPORTED_MODELS, type RepositoryReport } from "../contract/index.ts";
import { mapConcurrent } from "../map-concurrent.ts";
import { fromFileError } from "../../base/file-error.ts";
import { inspectModel, type InspectedModel } from "./inspect-model.ts";
import { Linter } from "./linter.ts";
import { type FolderListing, listFolder, MAX_ENTRIES } from "./list-folder.ts";
import { modelPath } from "./model-paths.ts";

/** What was found, without what else the engine serves. */
export type InspectedRepository = Omit<RepositoryReport, "served" | "shared">;

/** Where people keep the models inside a project or a release. */
const USUAL_NAMES = ["models", "model_repository", "model-repository"];
const MAX_CONFIG_BYTES = 1 << 20;

/** INVALID_ARGUMENT for a path that is not absolute. */
export function absoluteFolder(written: string): string {
  if (path.isAbsolute(written) && !written.includes("\0")) return path.resolve(written);
  throw new StatusError(
    "INVALID_ARGUMENT",
    `Folder '${written}' must be an absolute path, such as ${path.resolve("/srv/models")}.`,
  );
}

/** What a folder holds and whether the engine can serve it (SPEC.md, REPO-1, REPO-2, REPO-7). Changes nothing. */
export async function inspectRepository(
  folder: string,
  current: string,
): Promise<InspectedRepository> {
  const nothing: InspectedRepository = {
    folder,
    models: [],
    modelCount: 0,
    otherEntries: 0,
    obstacle: null,
    suggestion: null,
    warnings: [],
    current: folder === current,
  };
  const refused = (obstacle: string, suggestion: string | null = null) => ({
    ...nothing,
    obstacle,
    suggestion,
  });

  const stat = await fs.stat(folder).catch((error: unknown) => fromFileError(error, folder));
  if (stat instanceof StatusError) return refused(`${stat.message} Check the path.`);
  if (!stat.isDirectory())
    return refused(
      `'${folder}' is a file. A model repository is a folder with one folder per model.`,
      await repositoryAround(path.dirname(folder)),
    );
  const listing = await listFolder(folder).catch((error: unknown) => fromFileError(error, folder));
  if (listing instanceof StatusError) return refused(listing.message);
  if (await isModel(folder, listing))
    return refused(
      `'${folder}' is a single model, not a model repository. Open the folder that contains it.`,
      path.dirname(folder),
    );

  const found = listing.folders.filter((name) => !name.startsWith("."));
  const names = found.slice(0, MAX_REPORTED_MODELS);
  const linter = await Linter.open(
    { models: names.map((name) => modelPath(folder, name)), folder },
    { server: "embedded", maxConfigBytes: MAX_CONFIG_BYTES, maxEntries: MAX_ENTRIES },
  );
  const inspected = await mapConcurrent(names, (name) => inspectModel(folder, name, linter));
  const sure = inspected.some(({ kind }) => kind === "model");
  const models = sure ? inspected.filter(({ kind }) => kind !== "other") : [];
  const others = inspected.filter((each) => !models.includes(each)).map(modelName);
  const empty = listing.files.length + listing.folders.length === 0;
  if (models.length === 0 && !empty)
    return refused(
      `'${folder}' has no model folders. A model is a folder with a config.pbtxt or a version folder such as 1/.`,
      await repositoryInside(folder, listing.folders),
    );

  const leftOut = found.length - names.length;
  const withCode = models.filter(({ report }) => report.backend === "python").map(modelName);
  return {
    ...nothing,
    models: models
      .map(({ report }) => report)
      .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })),
    modelCount: models.length + leftOut,
    otherEntries: listing.files.length + (listing.folders.length - found.length),
    warnings: [
      ...(empty ? ["The folder is empty. Add model folders to it, then load them."] : []),
      ...(withCode.length > 0
        ? [`Runs Python code with your rights: ${listed(withCode)}. Open it only if you trust it.`]
        : []),
      ...(listing.more ? ["The folder has more than 10,000 entries; not all were checked."] : []),
      ...(others.length > 0 ? [`Not a model: ${listed(others)}. The engine can't load it.`] : []),
      ...(leftOut > 0 ? [`${leftOut} more models were not checked.`] : []),
    ],
  };
}

const modelName = ({ report }: InspectedModel) => report.name;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `'${name}'`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** A model's own folder has its configuration in it, or version folders alone. */
async function isModel(folder: string, { files, folders }: FolderListing): Promise<boolean> {
  if (files.includes("config.pbtxt")) return true;
  const [first] = folders;
  if (first === undefined || !folders.every((name) => /^[1-9][0-9]*$/.test(name))) return false;
  const inside = await listFolder(path.join(folder, first)).catch(() => null);
  return inside !== null && !inside.files.includes("config.pbtxt") && inside.files.length > 0;
}

/** The folder a file was probably picked from: a model's folder, or a version in it. */
async function repositoryAround(folder: string): Promise<string | null> {
  for (const model of [folder, path.dirname(folder)]) {
    const listing = await listFolder(model).catch(() => null);
    if (listing && (await isModel(model, listing))) return path.dirname(model);
  }
  return folder;
}

async function repositoryInside(
  folder: string,
  folders: readonly string[],
): Promise<string | null> {
  for (const name of USUAL_NAMES.filter((each) => folders.includes(each))) {
    const inside = path.join(folder, name);
    const listing = await listFolder(inside).catch(() => null);
    if (listing && listing.folders.length > 0) return inside;
  }
  return null;
}
