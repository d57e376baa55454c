import type { Clock } from "../../base/clock.ts";
import { StatusError } from "../../base/status-error.ts";
import type { RepositoryReport, repositoryRequests } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { Db } from "../store/index.ts";
import { absoluteFolder, inspectRepository } from "./inspect-repository.ts";
import { inspectStore, storeUrl } from "./inspect-store.ts";
import { RecentRepositories } from "./recent-repositories.ts";
import { StoreWrites } from "./store-writes.ts";

/** The engine and the repository that it serves. */
export interface ServedRepository {
  readonly folder: string;
  /** Lets the engine serve another folder. Rejects where it can't start on it. */
  serve(folder: string): Promise<void>;
}

/** Opens `written` if the engine can serve it; else nothing changes (SPEC.md, REPO-2, REPO-3). */
export async function openRepository(
  written: string,
  served: ServedRepository,
  recent: RecentRepositories,
): Promise<void> {
  const folder = storeUrl(written) ?? absoluteFolder(written);
  const before = served.folder;
  const { obstacle } = await inspect(folder, before);
  if (obstacle !== null) throw new StatusError("FAILED_PRECONDITION", obstacle);
  if (folder === before) return recent.add(folder);
  try {
    await served.serve(folder);
  } catch (error) {
    await served.serve(before);
    const { code, message } = StatusError.from(error);
    throw new StatusError(
      code,
      `The engine can't serve '${folder}': ${message} It serves '${before}' again.`,
      { cause: error },
    );
  }
  recent.add(before);
  recent.add(folder);
}

function inspect(folder: string, current: string): Promise<RepositoryReport> {
  return storeUrl(folder) === null
    ? inspectRepository(folder, current)
    : inspectStore(folder, current);
}

interface RepositoriesParts {
  readonly served: ServedRepository;
  readonly db: Db;
  readonly clock: Clock;
}

interface RepositoriesDomain extends DomainHandlers<keyof typeof repositoryRequests> {
  /** Opens a folder that a user wrote, as `openRepository`. */
  open(written: string): Promise<void>;
  readonly stores: Pick<StoreWrites, "find">;
}

/** The folders that the embedded engine may serve; SPEC.md. */
export function startRepositories(parts: RepositoriesParts): RepositoriesDomain & Disposable {
  const { served, db, clock } = parts;
  const recent = new RecentRepositories(db, clock);
  const stores = new StoreWrites(db);
  const list = async () =>
    (await recent.list(served.folder)).map((each) => ({
      ...each,
      writable: stores.isAllowed(each.folder),
    }));
  return {
    stores,
    [Symbol.dispose]: () => stores[Symbol.dispose](),
    open: (written) => openRepository(written, served, recent),
    requests: {
      "repositories.inspect": ({ folder }) =>
        inspect(storeUrl(folder) ?? absoluteFolder(folder), served.folder),
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
        if (allowed && folder === served.folder) recent.add(folder);
        return list();
      },
    },
    topics: {},
  };
}
