import path from "node:path";
import { Listeners } from "../../base/listeners.ts";
import { StatusError } from "../../base/status-error.ts";
import type { ExportProgress, RequestParams, RequestResult } from "../contract/index.ts";
import type { ZipEntry } from "../downloads/index.ts";
import type { ConfigService } from "./config-service.ts";
import { checkTarget, exportModels } from "./export-models.ts";
import { type ExportedFolders, ExportSources } from "./export-sources.ts";
import { listEntries } from "./zip-entries.ts";

/** Interval of progress reports, ms. */
const PROGRESS_MS = 100;

interface Running {
  progress: ExportProgress | null;
  emittedAt: number;
}

/** Files to send, kept until they are released. */
export interface HeldEntries {
  readonly entries: readonly ZipEntry[];
  readonly release: () => void;
}

/** Exports of models into folders and .zip files, by the name that the caller chose. */
export class Exports {
  readonly #configs: ConfigService;
  readonly #sources: ExportSources;
  readonly #running = new Map<string, Running>();
  readonly #listeners = new Listeners<string>("configs");

  constructor(configs: ConfigService, folders: ExportedFolders) {
    this.#configs = configs;
    this.#sources = new ExportSources(folders);
  }

  progress(id: string): ExportProgress | null {
    return this.#running.get(id)?.progress ?? null;
  }

  onProgress(id: string, listener: (progress: ExportProgress | null) => void): Disposable {
    return this.#listeners.add((changed) => changed === id && listener(this.progress(id)));
  }

  /** See the contract's "configs.export". */
  async run(
    { id, serverId, models: chosen, folder, overwrite, drafts }: RequestParams<"configs.export">,
    signal: AbortSignal,
  ): Promise<RequestResult<"configs.export">> {
    return await this.#track(id, async (report) => {
      const found = await this.#sources.find(serverId, chosen);
      await checkTarget({ folder, models: found, overwrite });
      using held = await this.#sources.hold(serverId, found, { signal, report });
      const chooseText = (model: string) => this.#chooseText(serverId, model, drafts);
      const bytes = await exportModels(
        { models: held.models, folder, overwrite, chooseText },
        {
          signal,
          progress: (model, bytes, totalBytes) =>
            report({ phase: "copying", model, bytes, totalBytes }),
        },
      );
      return { folder: path.resolve(folder), models: found.map(({ name }) => name), bytes };
    });
  }

  /** What `run` would write, as entries of a ZIP file. */
  async entries(
    { id, serverId, drafts, models: chosen }: RequestParams<"configs.download">,
    signal: AbortSignal,
  ): Promise<HeldEntries> {
    return await this.#track(id, async (report) => {
      const found = await this.#sources.find(serverId, chosen);
      const held = await this.#sources.hold(serverId, found, { signal, report });
      const release = () => held[Symbol.dispose]();
      const chooseText = (model: string) => this.#chooseText(serverId, model, drafts);
      try {
        return { entries: await listEntries(held.models, chooseText), release };
      } catch (error) {
        release();
        throw error;
      }
    });
  }

  /** Without an id nothing can be followed. */
  async #track<T>(
    id: string | undefined,
    work: (report: (progress: ExportProgress) => void) => Promise<T>,
  ): Promise<T> {
    if (id === undefined) return await work(() => {});
    if (this.#running.has(id))
      throw new StatusError("ALREADY_EXISTS", `An export '${id}' is running.`);
    const running: Running = { progress: null, emittedAt: 0 };
    this.#running.set(id, running);
    try {
      return await work((progress) => this.#setProgress(id, running, progress));
    } finally {
      this.#running.delete(id);
      this.#listeners.emit(id);
    }
  }

  #setProgress(id: string, running: Running, progress: ExportProgress): void {
    running.progress = progress;
    const now = performance.now();
    const isLast = progress.bytes >= progress.totalBytes;
    if (now - running.emittedAt < PROGRESS_MS && !isLast) return;
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
