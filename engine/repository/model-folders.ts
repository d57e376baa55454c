import { StatusError } from "../../base/status-error.ts";
import { listModels, type ModelDirectory, readModelDirectory } from "./model-directory.ts";

/** The directories that hold the models, one or several, and which of its configurations each model is read with. */
export class ModelFolders {
  readonly #paths: readonly string[];
  readonly #configName: string | undefined;

  constructor(paths: readonly string[], configName?: string) {
    this.#paths = paths;
    this.#configName = configName;
  }

  /**
   * Names of the models, sorted. `duplicates` are those in more than one directory, which none of them provides (LOAD-30).
   * Throws NOT_FOUND when a directory can't be read.
   */
  async list(): Promise<{ readonly names: string[]; readonly duplicates: ReadonlySet<string> }> {
    const names = new Set<string>();
    const duplicates = new Set<string>();
    for (const path of this.#paths)
      for (const name of await listModels(path)) {
        if (names.has(name)) duplicates.add(name);
        names.add(name);
      }
    return { names: [...names].sort(), duplicates };
  }

  /** Undefined where no directory has the model; INVALID_ARGUMENT where several do. */
  async read(name: string): Promise<ModelDirectory | undefined> {
    const found = await Promise.all(
      this.#paths.map((path) => readModelDirectory(path, name, this.#configName)),
    );
    const [directory, ...others] = found.filter((each) => each !== undefined);
    if (others.length > 0)
      throw new StatusError("INVALID_ARGUMENT", notUnique(name), { details: { duplicate: true } });
    return directory;
  }
}

/** Triton's words in its log. */
export function notUnique(name: string): string {
  return `failed to poll model '${name}': not unique across all model repositories`;
}

/** Triton's words in its index. */
export const DUPLICATE_REASON = "model appears in two or more repositories";
