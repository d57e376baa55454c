import fs from "node:fs/promises";
import path from "node:path";
import { fromFileError } from "../../base/file-error.ts";
import { Listeners } from "../../base/listeners.ts";
import { StatusError } from "../../base/status-error.ts";
import type { ExportProgress, RequestParams, RequestResult } from "../contract/index.ts";
import type { ZipEntry } from "../downloads/index.ts";
import type { ConfigService } from "./config-service.ts";
import { type ExportedModel, exportModels } from "./export-models.ts";
import type { HeldModel, ModelSources } from "./model-source.ts";
import { listFiles, type ModelFile } from "./model-tree.ts";

/** Interval of progress reports, ms. */
const PROGRESS_MS = 100;

interface Running {
  progress: ExportProgress | null;
  emittedAt: number;
}

interface ExportedFolders extends ModelSources {
  /** All local repositories of a server. */
  readonly localFolders: (serverId: string) => readonly string[];
}

/** Exports of models into folders, by the name that the caller chose. */
export class Exports {
  readonly #configs: ConfigService;
  readonly #folders: ExportedFolders;
  readonly #running = new Map<string, Running>();
  readonly #listeners = new Listeners<string>("configs");

  constructor(configs: ConfigService, folders: ExportedFolders) {
    this.#configs = configs;
    this.#folders = folders;
  }

  progress(id: string): ExportProgress | null {
    return this.#running.get(id)?.progress ?? null;
  }

  onProgress(id: string, listener: (progress: ExportProgress | null) => void): Disposable {
    return this.#listeners.add((changed) => changed === id && listener(this.progress(id)));
  }

  /** See the contract's "configs.export". */
  async run(
    request: RequestParams<"configs.export">,
    signal: AbortSignal,
  ): Promise<RequestResult<"configs.export">> {
    const { id, serverId, folder, overwrite, drafts } = request;
    if (this.#running.has(id))
      throw new StatusError("ALREADY_EXISTS", `An export '${id}' is running.`);
    const running: Running = { progress: null, emittedAt: 0 };
    this.#running.set(id, running);
    const held: HeldModel[] = [];
    try {
      const stored = await this.#holdStored(serverId, request.models, { held, signal });
      const models = await this.#list(serverId, request.models, stored);
      refuseDuplicates(models);
      const bytes = await exportModels(
        {
          models,
          folder,
          overwrite,
          chooseText: (model) => this.#chooseText(serverId, model, drafts),
        },
        { signal, progress: (...now) => this.#setProgress(id, running, now) },
      );
      return { folder: path.resolve(folder), models: models.map(({ name }) => name), bytes };
    } finally {
      for (const each of held) each.release();
      this.#running.delete(id);
      this.#listeners.emit(id);
    }
  }

  /** What `run` would write, as entries of a ZIP file. */
  async entries({
    serverId,
    drafts,
    models: chosen,
  }: RequestParams<"configs.download">): Promise<ZipEntry[]> {
    const models = await this.#list(serverId, chosen);
    const chooseText = (model: string) => this.#chooseText(serverId, model, drafts);
    return await listEntries(models, chooseText);
  }

  /** All of the server's models if none is chosen: those in folders, and those that `stored` has. */
  async #list(
    serverId: string,
    chosen: readonly string[],
    stored: readonly ExportedModel[] = [],
  ): Promise<ExportedModel[]> {
    const { findRepository, localFolders } = this.#folders;
    if (chosen.length === 0) {
      const folders = localFolders(serverId);
      if (folders.length + stored.length === 0) throw outOfReach();
      const models = [...(await Promise.all(folders.map(listModels))).flat(), ...stored];
      return models.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    }
    return [...new Set(chosen)].map((name) => {
      const held = stored.find((each) => each.name === name);
      if (held) return held;
      const repository = findRepository(serverId, name);
      if (repository === null) throw outOfReach();
      return { name, repository };
    });
  }

  /** The chosen models that are in stores, downloaded with all versions; all of them if none is chosen. */
  async #holdStored(
    serverId: string,
    chosen: readonly string[],
    { held, signal }: { readonly held: HeldModel[]; readonly signal: AbortSignal },
  ): Promise<ExportedModel[]> {
    const { findRepository, storedModels } = this.#folders;
    const stores = storedModels?.(serverId) ?? null;
    if (stores === null) return [];
    const names =
      chosen.length === 0
        ? await stores.list()
        : [...new Set(chosen)].filter((name) => findRepository(serverId, name) === null);
    const models: ExportedModel[] = [];
    for (const name of names) {
      if (signal.aborted) throw new StatusError("CANCELLED", "The export was cancelled.");
      const model = await stores.hold(name, "all");
      held.push(model);
      models.push({ name, repository: path.dirname(model.folder) });
    }
    return models;
  }

  #setProgress(
    id: string,
    running: Running,
    [model, bytes, totalBytes]: [string, number, number],
  ): void {
    running.progress = { model, bytes, totalBytes };
    const now = performance.now();
    if (now - running.emittedAt < PROGRESS_MS && bytes < totalBytes) return;
    running.emittedAt = now;
    this.#listeners.emit(id);
  }

  /** The active text if it isn't the file's, or the draft if drafts are requested; else null. */
  async #chooseText(serverId: string, model: string, drafts: boolean): Promise<string | null> {
    const state = await this.#configs.get({ serverId, model });
    if (drafts && state.draft) return state.draft.text;
    return state.overriddenFile === null ? null : state.text;
  }
}

/** Triton loads a model that is in several repositories from none of them. */
function refuseDuplicates(models: readonly ExportedModel[]): void {
  const names = models.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new StatusError(
      "FAILED_PRECONDITION",
      `Model '${twice}' is in several repositories, so none of them provides it. Rename or remove all but one, or choose other models.`,
    );
}

function outOfReach(): StatusError {
  return new StatusError(
    "FAILED_PRECONDITION",
    "The model files of this server are out of this console's reach; save its configuration alone.",
  );
}

async function listModels(repository: string): Promise<ExportedModel[]> {
  try {
    const entries = await fs.readdir(repository, { withFileTypes: true });
    const isFolder = async (name: string) =>
      (await fs.stat(path.join(repository, name)).catch(() => null))?.isDirectory();
    const kept: ExportedModel[] = [];
    for (const { name } of entries)
      if (!name.startsWith(".") && (await isFolder(name))) kept.push({ name, repository });
    return kept;
  } catch (error) {
    throw fromFileError(error, repository);
  }
}

const CONFIG = "config.pbtxt";

/** The models' files by their path in a repository, with `chooseText` in place of config.pbtxt unless it is null. */
async function listEntries(
  models: readonly ExportedModel[],
  chooseText: (model: string) => Promise<string | null>,
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  for (const { name: model, repository } of models) {
    const files = await listFiles(repository, model).catch((error) => {
      throw fromFileError(error, path.join(repository, model));
    });
    const text = await chooseText(model);
    const kept = files.filter((each) => !(text !== null && each.name === CONFIG));
    entries.push(...kept.filter((each) => isNeeded(each, files)).map(makeEntry(repository)));
    if (text !== null)
      entries.push({ path: `${model}/${CONFIG}`, content: { kind: "text", text } });
  }
  return entries;
}

/** Folders are implied by their files; an empty one has its own entry. */
function isNeeded({ isFolder, name }: ModelFile, files: readonly ModelFile[]): boolean {
  const above = name === "" ? "" : name + path.sep;
  return !isFolder || !files.some((each) => each.name !== name && each.name.startsWith(above));
}

function makeEntry(repository: string) {
  return ({ model, name, isFolder, bytes, modified, executable }: ModelFile): ZipEntry => ({
    path: [model, ...name.split(path.sep)].filter((part) => part !== "").join("/"),
    content: isFolder
      ? { kind: "folder" }
      : { kind: "file", file: path.join(repository, model, name), bytes },
    modified,
    executable,
  });
}
