import { StatusError } from "../../base/status-error.ts";
import { listModels, type ModelDirectory, readModelDirectory } from "./model-directory.ts";

/** A model repository, local or remote. */
export interface ModelSource {
  /** A path or URL, as it is shown. */
  readonly where: string;
  /** Sorted names of the models. Throws if the repository can't be read. */
  list(): Promise<string[]>;
  /** Undefined if it has no such model; `configName` as in LOAD-31. */
  read(name: string, configName?: string): Promise<ModelDirectory | undefined>;
}

export function localSource(path: string): ModelSource {
  return {
    where: path,
    list: () => listModels(path),
    read: (name, configName) => readModelDirectory(path, name, configName),
  };
}

export interface ModelNames {
  /** Sorted. */
  readonly names: readonly string[];
  /** In more than one repository, none of which provides them (LOAD-30). */
  readonly duplicates: ReadonlySet<string>;
  /** Of repositories that can't be read now: as they were listed last (LOAD-32). */
  readonly outOfReach: ReadonlySet<string>;
}

export interface ModelFoldersOptions {
  /** As in LOAD-31. */
  readonly configName?: string | undefined;
  /** Called when a repository can't be read any more, and when it can again. */
  readonly log?: (sentence: string) => void;
}

interface Source {
  readonly source: ModelSource;
  /** Its models when it was listed last; undefined before. */
  known: ReadonlySet<string> | undefined;
  isAway: boolean;
}

/** One or several repositories, and the name of the configuration that each model is read with. */
export class ModelFolders {
  readonly #sources: readonly Source[];
  readonly #options: ModelFoldersOptions;

  constructor(sources: readonly ModelSource[], options: ModelFoldersOptions = {}) {
    this.#sources = sources.map((source) => ({ source, known: undefined, isAway: false }));
    this.#options = options;
  }

  /** Throws when no repository can be read, or one can't that was never listed. */
  async list(): Promise<ModelNames> {
    const listed = await Promise.all(this.#sources.map((each) => this.#list(each)));
    if (listed.every(({ error }) => error !== undefined)) throw listed[0]?.error;
    const names = new Set<string>();
    const duplicates = new Set<string>();
    const outOfReach = new Set<string>();
    for (const { known, error } of listed)
      for (const name of known) {
        if (names.has(name)) duplicates.add(name);
        names.add(name);
        if (error !== undefined) outOfReach.add(name);
      }
    return { names: [...names].sort(), duplicates, outOfReach };
  }

  /** Undefined if no directory has the model. Throws INVALID_ARGUMENT if several have it. */
  async read(name: string): Promise<ModelDirectory | undefined> {
    const found = await Promise.all(this.#sources.map((each) => this.#read(each, name)));
    const [directory, ...others] = found.filter((each) => each !== undefined);
    if (others.length > 0)
      throw new StatusError("INVALID_ARGUMENT", notUnique(name), { details: { duplicate: true } });
    return directory;
  }

  async #list(each: Source): Promise<{ known: ReadonlySet<string>; error?: StatusError }> {
    try {
      each.known = new Set(await each.source.list());
      if (each.isAway)
        this.#options.log?.(`model repository '${each.source.where}' can be read again`);
      each.isAway = false;
      return { known: each.known };
    } catch (thrown) {
      const { known, isAway } = each;
      if (known === undefined) throw thrown;
      const error = StatusError.from(thrown);
      each.isAway = true;
      if (!isAway && this.#sources.length > 1)
        this.#options.log?.(
          `failed to poll model repository '${each.source.where}': ${error.message.replace(/\.$/, "")}. ${KEPT}`,
        );
      return { known, error };
    }
  }

  /** A repository that can't be read counts as without the model where it was without it when it was listed last. */
  async #read(each: Source, name: string): Promise<ModelDirectory | undefined> {
    try {
      return await each.source.read(name, this.#options.configName);
    } catch (error) {
      if (this.#sources.length === 1 || each.known === undefined) throw error;
      // The model's own fault unless the repository can't be listed either.
      const { known } = await this.#list(each);
      if (known.has(name)) throw error;
      return undefined;
    }
  }
}

const KEPT =
  "What serves from it goes on; models that it did not have when it was listed last are loaded from the others";

/** Triton's message in its log. */
export function notUnique(name: string): string {
  return `failed to poll model '${name}': not unique across all model repositories`;
}

/** Triton's message in its index. */
export const DUPLICATE_REASON = "model appears in two or more repositories";
