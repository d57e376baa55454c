import type { Clock } from "../../base/clock.ts";
import { StatusError } from "../../base/status-error.ts";
import type { RepositoryReport, repositoryRequests } from "../contract/index.ts";
import type { StoredModels } from "../configs/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { Db } from "../store/index.ts";
import {
  absoluteFolder,
  type InspectedRepository,
  inspectRepository,
} from "./inspect-repository.ts";
import { inspectStore, storeUrl } from "./inspect-store.ts";
import { ModelPlaces, storedModels } from "./model-places.ts";
import { RecentRepositories } from "./recent-repositories.ts";
import { StoreModels } from "./store-models.ts";
import { StoreWrites } from "./store-writes.ts";

/** The engine and the repositories that it serves. */
export interface ServedRepositories {
  /** Absolute paths, and URLs of object stores. */
  readonly folders: readonly string[];
  /** The local one that has the model; null if it is in a store. */
  findLocal(model: string): string | null;
  /** Lets the engine serve others. Rejects where it can't start on them. */
  serve(folders: readonly string[]): Promise<void>;
}

interface OpenedRepository {
  /** As a user wrote it. */
  readonly written: string;
  /** In addition to the open ones, else in place of them. */
  readonly keepOpen?: boolean;
}

/** Opens a repository if the engine can serve it; else nothing changes (SPEC.md, REPO-2, REPO-3, REPO-16). */
export async function openRepository(
  { written, keepOpen = false }: OpenedRepository,
  served: ServedRepositories,
  recent: RecentRepositories,
): Promise<void> {
  const folder = storeUrl(written) ?? absoluteFolder(written);
  const before = served.folders;
  const { obstacle } = await inspect(folder, before);
  if (obstacle !== null) throw new StatusError("FAILED_PRECONDITION", obstacle);
  if (keepOpen ? before.includes(folder) : isOnly(folder, before)) return recent.add(folder);
  await serve(keepOpen ? [...before, folder] : [folder], served);
  for (const each of before.toReversed()) recent.add(each);
  recent.add(folder);
}

async function closeRepository(
  folder: string,
  served: ServedRepositories,
  recent: RecentRepositories,
): Promise<void> {
  const before = served.folders;
  if (!before.includes(folder))
    throw new StatusError("NOT_FOUND", `The engine doesn't serve the repository '${folder}'.`);
  if (isOnly(folder, before))
    throw new StatusError(
      "FAILED_PRECONDITION",
      `'${folder}' is the only repository that the engine serves: open another one in place of it.`,
    );
  await serve(
    before.filter((each) => each !== folder),
    served,
  );
  recent.add(folder);
}

/** If the engine can't serve them, it serves what it did. */
async function serve(folders: readonly string[], served: ServedRepositories): Promise<void> {
  const before = served.folders;
  try {
    await served.serve(folders);
  } catch (error) {
    await served.serve(before);
    const { code, message } = StatusError.from(error);
    throw new StatusError(
      code,
      `The engine can't serve '${folders.join("', '")}': ${message} It serves '${before.join("', '")}' again.`,
      { cause: error },
    );
  }
}

const isOnly = (folder: string, served: readonly string[]) =>
  served.length === 1 && served[0] === folder;

function inspect(folder: string, served: readonly string[]): Promise<InspectedRepository> {
  const current = isOnly(folder, served) ? folder : "";
  return storeUrl(folder) === null
    ? inspectRepository(folder, current)
    : inspectStore(folder, current);
}

/** Adds how the repository and those that are served fit together. */
async function compareToServed(
  report: InspectedRepository,
  places: ModelPlaces,
): Promise<RepositoryReport> {
  const listed = await places.list();
  const others = listed.filter(({ repository }) => repository !== report.folder);
  const taken = new Set(others.flatMap(({ models }) => models));
  return {
    ...report,
    served: others.length < listed.length,
    shared: report.models.flatMap(({ name }) => (taken.has(name) ? [name] : [])),
  };
}

interface RepositoriesParts {
  readonly served: ServedRepositories;
  readonly db: Db;
  readonly clock: Clock;
}

interface RepositoriesDomain extends DomainHandlers<keyof typeof repositoryRequests> {
  /** Opens a folder that a user wrote, as `openRepository`. */
  open(written: string, keepOpen: boolean): Promise<void>;
  /** Serves the others. FAILED_PRECONDITION for the only one. */
  close(folder: string): Promise<void>;
  /** Of a model that is in a store; null if it is in a folder, or there is not exactly one store that may have it. */
  findStoreConfig(model: string): Promise<ReturnType<StoreWrites["find"]>>;
  /** Null while the engine serves folders alone. */
  readonly storedModels: StoredModels | null;
}

/** The folders that the embedded engine may serve; SPEC.md. */
export function startRepositories(parts: RepositoriesParts): RepositoriesDomain & AsyncDisposable {
  const { served, db, clock } = parts;
  const recent = new RecentRepositories(db, clock);
  const stores = new StoreWrites(db);
  const storeModels = new StoreModels();
  const places = new ModelPlaces({ served, stores: storeModels, clock });
  const storeUrls = () => served.folders.filter((each) => storeUrl(each) !== null);
  const list = async () =>
    (await recent.list(served.folders)).map((each) => ({
      ...each,
      writable: stores.isAllowed(each.folder),
    }));
  return {
    findStoreConfig: async (model) => {
      if (storeUrls().length === 0 || served.findLocal(model) !== null) return null;
      const place = await places.findOnly(model).catch(() => null);
      return place && storeUrl(place.repository) !== null
        ? stores.find(place.repository, model)
        : null;
    },
    get storedModels() {
      return storeUrls().length > 0 ? storedModels(places, storeModels) : null;
    },
    [Symbol.asyncDispose]: async () => {
      stores[Symbol.dispose]();
      await storeModels[Symbol.asyncDispose]();
    },
    open: (written, keepOpen) => openRepository({ written, keepOpen }, served, recent),
    close: (folder) => closeRepository(folder, served, recent),
    requests: {
      "repositories.inspect": async ({ folder }) =>
        compareToServed(
          await inspect(storeUrl(folder) ?? absoluteFolder(folder), served.folders),
          places,
        ),
      "repositories.served": async () =>
        (await places.list()).map(({ repository, models, error }) => ({
          repository,
          models: [...models],
          problem: error?.message ?? null,
        })),
      "repositories.recent": list,
      "repositories.forget": ({ folder }) => {
        recent.forget(folder);
        // Opened again it asks again.
        if (stores.isAllowed(folder)) stores.allow(folder, false);
        return list();
      },
      "repositories.allowWrites": ({ folder, allowed }) => {
        stores.allow(folder, allowed);
        // So that it can be found in the list, and forbidden again.
        if (allowed && served.folders.includes(folder)) recent.add(folder);
        return list();
      },
    },
    topics: {},
  };
}
