import { isStoreUrl } from "../../engine/stores/store-url.ts";
import type { Clock } from "../../base/clock.ts";
import { fromFileError } from "../../base/file-error.ts";
import { StatusError } from "../../base/status-error.ts";
import type { StoredModels } from "../configs/index.ts";
import { modelsIn } from "./model-paths.ts";
import type { StoreModels } from "./store-models.ts";

/** How long a store that failed counts as out of reach without being asked again. */
const OUT_OF_REACH_MS = 15_000;

interface OnlyPlace {
  readonly repository: string;
  /** Why it can't be listed now: no other has the model, so it may. Null where it lists the model. */
  readonly error: StatusError | null;
}

interface RepositoryNames {
  readonly repository: string;
  readonly models: readonly string[];
  /** Why it can't be listed now; null where it can. */
  readonly error: StatusError | null;
}

interface ModelPlacesParts {
  readonly served: { readonly folders: readonly string[] };
  readonly stores: Pick<StoreModels, "list">;
  readonly clock: Clock;
}

/** Which of the served repositories, folders and stores mixed, has a model. */
export class ModelPlaces {
  readonly #parts: ModelPlacesParts;
  readonly #failed = new Map<string, { readonly error: StatusError; readonly untilMs: number }>();

  constructor(parts: ModelPlacesParts) {
    this.#parts = parts;
  }

  /**
   * The repository that has a model, or may have it: the only one, or the only one that can't be listed. Throws one
   * sentence if none has it, or several have or may have it.
   */
  async findOnly(model: string): Promise<OnlyPlace> {
    const [only, ...others] = this.#parts.served.folders;
    if (only !== undefined && others.length === 0) return { repository: only, error: null };
    const listed = await this.list();
    const [first, ...more] = listed.filter(({ models }) => models.includes(model));
    if (first && more.length > 0) throw notUnique(model, [first, ...more]);
    if (first) return first;
    const [unread, ...otherUnread] = listed.filter(({ error }) => error !== null);
    if (unread?.error && otherUnread.length > 0) throw unread.error;
    if (unread) return unread;
    throw new StatusError("NOT_FOUND", `No repository has a model '${model}'.`);
  }

  /** The models of each repository, by name. */
  async list(): Promise<RepositoryNames[]> {
    return await Promise.all(this.#parts.served.folders.map((each) => this.#list(each)));
  }

  async #list(repository: string): Promise<RepositoryNames> {
    if (!isStoreUrl(repository)) return await listFolder(repository);
    const { stores, clock } = this.#parts;
    const failed = this.#failed.get(repository);
    if (failed && failed.untilMs > clock.monotonic())
      return { repository, models: [], error: failed.error };
    try {
      return { repository, models: await stores.list(repository), error: null };
    } catch (thrown) {
      const error = StatusError.from(thrown);
      this.#failed.set(repository, { error, untilMs: clock.monotonic() + OUT_OF_REACH_MS });
      return { repository, models: [], error };
    }
  }
}

/** Model files of the stores among the served repositories. */
export function storedModels(places: ModelPlaces, stores: StoreModels): StoredModels {
  const find = async (model: string): Promise<string> => {
    const { repository, error } = await places.findOnly(model);
    if (error) throw error;
    return repository;
  };
  return {
    hold: async (model, versions, onBytes) =>
      await stores.hold(await find(model), model, versions, onBytes),
    bytes: async (model, chosen) => {
      const { versions } = await stores.inspect(await find(model), model);
      const counted = chosen === "all" ? versions : versions.slice(-1);
      if (counted.length === 0) return null;
      return counted.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    list: async () => {
      const listed = await places.list();
      return listed.flatMap(({ repository, models, error }) => {
        if (!isStoreUrl(repository)) return [];
        if (error) throw error;
        return models;
      });
    },
  };
}

/** As Triton, which serves a model from none of them. */
function notUnique(model: string, places: readonly RepositoryNames[]): StatusError {
  const repositories = places.map(({ repository }) => repository);
  return new StatusError(
    "FAILED_PRECONDITION",
    `Model '${model}' is in several repositories: ${repositories.join(", ")}. None of them provides it; rename or remove all but one.`,
  );
}

async function listFolder(repository: string): Promise<RepositoryNames> {
  try {
    const models = (await modelsIn(repository)).map(({ name }) => name);
    return { repository, models, error: null };
  } catch (error) {
    return { repository, models: [], error: fromFileError(error, repository) };
  }
}
