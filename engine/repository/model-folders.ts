import { StatusError } from "../../base/status-error.ts";
import { listModels, type ModelDirectory, readModelDirectory } from "./model-directory.ts";

/** A model repository, local or remote. */
export interface ModelSource {
  /** Sorted names of the models. Throws if the repository can't be read. */
  list(): Promise<string[]>;
  /** Undefined if it has no such model; `configName` as in LOAD-31. */
  read(name: string, configName?: string): Promise<ModelDirectory | undefined>;
}

export function localSource(path: string): ModelSource {
  return {
    list: () => listModels(path),
    read: (name, configName) => readModelDirectory(path, name, configName),
  };
}

/** One or several repositories, and the name of the configuration that each model is read with. */
export class ModelFolders {
  readonly #sources: readonly ModelSource[];
  readonly #configName: string | undefined;

  constructor(sources: readonly ModelSource[], configName?: string) {
    this.#sources = sources;
    this.#configName = configName;
  }

  /**
   * Sorted names of the models. `duplicates` are those in more than one directory, which can't be loaded from any of them
   * (LOAD-30). Throws if a repository can't be read.
   */
  async list(): Promise<{ readonly names: string[]; readonly duplicates: ReadonlySet<string> }> {
    const names = new Set<string>();
    const duplicates = new Set<string>();
    for (const listed of await Promise.all(this.#sources.map((source) => source.list())))
      for (const name of listed) {
        if (names.has(name)) duplicates.add(name);
        names.add(name);
      }
    return { names: [...names].sort(), duplicates };
  }

  /** Undefined if no directory has the model. Throws INVALID_ARGUMENT if several have it. */
  async read(name: string): Promise<ModelDirectory | undefined> {
    const found = await Promise.all(
      this.#sources.map((source) => source.read(name, this.#configName)),
    );
    const [directory, ...others] = found.filter((each) => each !== undefined);
    if (others.length > 0)
      throw new StatusError("INVALID_ARGUMENT", notUnique(name), { details: { duplicate: true } });
    return directory;
  }
}

/** Triton's message in its log. */
export function notUnique(name: string): string {
  return `failed to poll model '${name}': not unique across all model repositories`;
}

/** Triton's message in its index. */
export const DUPLICATE_REASON = "model appears in two or more repositories";
