import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseStoreUrl } from "../../engine/stores/store-url.ts";
import { CONFIG } from "../../main/repositories/index.ts";
import { StatusError } from "../../base/status-error.ts";
import { UsageError } from "./command.ts";
import type { Repository } from "./lint-paths.ts";

/** Models of a store as local files, until it is disposed of. */
interface LocalModels extends AsyncDisposable {
  readonly repository: Repository;
}

/** Downloads every version of a store's models into the model cache. Throws a UsageError where it can't. */
export async function downloadModels(written: string): Promise<LocalModels> {
  const { Stores } = await import("../../engine/stores/index.ts");
  const stores = new Stores();
  const folder = await mkdtemp(path.join(tmpdir(), "batchdeck-lint-"));
  const dispose = async () => {
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { url } = parseStoreUrl(written);
    const source = await stores.open(url);
    const names = await source.list();
    for (const name of names) {
      const directory = await source.read(name);
      if (directory === undefined) continue;
      for (const version of directory.versions) await directory.hold?.(version);
      await symlink(directory.path, path.join(folder, name), "junction");
    }
    const models = names.map((name) => ({
      file: `${url}/${name}/${CONFIG}`,
      folder: path.join(folder, name),
      name,
    }));
    return { repository: { models, folder }, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw new UsageError(StatusError.from(error).message);
  }
}
