import fs from "node:fs/promises";
import path from "node:path";
import { fromFileError } from "../../base/file-error.ts";
import { mapLimited } from "../../base/map-limited.ts";
import { StatusError } from "../../base/status-error.ts";
import type { ExportProgress } from "../contract/index.ts";
import type { ExportedModel } from "./export-models.ts";
import type { HeldModel, ModelSources, StoredModels } from "./model-source.ts";

/** Models of a store whose sizes are read at a time. */
const LISTINGS = 8;

export interface ExportedFolders extends ModelSources {
  /** All local repositories of a server. */
  readonly localFolders: (serverId: string) => readonly string[];
}

/** A model of an export; `repository` is null while its files are in an object store. */
export interface ChosenModel {
  readonly name: string;
  readonly repository: string | null;
}

interface HeldExport extends Disposable {
  readonly models: readonly ExportedModel[];
}

export interface ExportSink {
  readonly signal: AbortSignal;
  readonly report: (progress: ExportProgress) => void;
}

/** Where the files of exported models are: in local folders and in object stores. */
export class ExportSources {
  readonly #folders: ExportedFolders;

  constructor(folders: ExportedFolders) {
    this.#folders = folders;
  }

  /** All of the server's models if none is chosen. Throws FAILED_PRECONDITION for files that can't be accessed. */
  async find(serverId: string, chosen: readonly string[]): Promise<ChosenModel[]> {
    const { findRepository, localFolders } = this.#folders;
    const stores = this.#stores(serverId);
    if (chosen.length > 0)
      return [...new Set(chosen)].map((name) => {
        const repository = findRepository(serverId, name);
        if (repository === null && stores === null) throw outOfReach();
        return { name, repository };
      });
    const folders = localFolders(serverId);
    if (folders.length === 0 && stores === null) throw outOfReach();
    const local = (await Promise.all(folders.map(listModels))).flat();
    const stored = ((await stores?.list()) ?? []).map((name) => ({ name, repository: null }));
    const models = [...local, ...stored].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    refuseDuplicates(models);
    return models;
  }

  /** Downloads those in stores with all versions, and keeps them until the result is disposed. */
  async hold(
    serverId: string,
    models: readonly ChosenModel[],
    sink: ExportSink,
  ): Promise<HeldExport> {
    const held: HeldModel[] = [];
    const release = () => held.splice(0).forEach((each) => each.release());
    const local = models.flatMap(({ name, repository }) =>
      repository === null ? [] : [{ name, repository }],
    );
    const stored = models.flatMap(({ name, repository }) => (repository === null ? [name] : []));
    const stores = this.#stores(serverId);
    if (stores === null && stored.length > 0) throw outOfReach();
    try {
      const downloaded = stores ? await download(stores, stored, held, sink) : [];
      return { models: [...local, ...downloaded], [Symbol.dispose]: release };
    } catch (error) {
      release();
      throw error;
    }
  }

  #stores(serverId: string): StoredModels | null {
    return this.#folders.storedModels?.(serverId) ?? null;
  }
}

/** Adds to `held` what is to be released. */
async function download(
  stores: StoredModels,
  models: readonly string[],
  held: HeldModel[],
  { signal, report }: ExportSink,
): Promise<ExportedModel[]> {
  const sizes = new Map<string, number>();
  await mapLimited(models, LISTINGS, async (model) => {
    sizes.set(model, (await stores.bytes(model, "all")) ?? 0);
  });
  const totalBytes = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  const downloaded: ExportedModel[] = [];
  let before = 0;
  for (const model of models) {
    const onBytes = (bytes: number) =>
      report({ phase: "downloading", model, bytes: before + bytes, totalBytes });
    const kept = await unlessAborted(stores.hold(model, "all", onBytes), signal);
    held.push(kept);
    downloaded.push({ name: model, repository: path.dirname(kept.folder) });
    before += sizes.get(model) ?? 0;
  }
  return downloaded;
}

/** The download itself goes on, into the cache. */
async function unlessAborted(holding: Promise<HeldModel>, signal: AbortSignal): Promise<HeldModel> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(new StatusError("CANCELLED", "The export was cancelled."));
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([holding, aborted.promise]);
  } catch (error) {
    void holding.then((each) => each.release()).catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Triton loads a model that is in several repositories from none of them. */
function refuseDuplicates(models: readonly ChosenModel[]): void {
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

async function listModels(repository: string): Promise<ChosenModel[]> {
  try {
    const entries = await fs.readdir(repository, { withFileTypes: true });
    const isFolder = async (name: string) =>
      (await fs.stat(path.join(repository, name)).catch(() => null))?.isDirectory();
    const kept: ChosenModel[] = [];
    for (const { name } of entries)
      if (!name.startsWith(".") && (await isFolder(name))) kept.push({ name, repository });
    return kept;
  } catch (error) {
    throw fromFileError(error, repository);
  }
}
