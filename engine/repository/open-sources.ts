import type { StoreSettings } from "../stores/open-stores.ts";
import { isStoreUrl } from "../stores/store-url.ts";
import { localSource, type ModelSource } from "./model-folders.ts";

interface Sources {
  readonly sources: readonly ModelSource[];
  readonly close: () => Promise<void>;
}

/** Opens folders and URLs of object stores, whose code is only loaded if needed. Throws INVALID_ARGUMENT for an invalid URL. */
export async function openSources(
  paths: readonly string[],
  { settings, stop }: { settings: StoreSettings | undefined; stop: AbortSignal },
): Promise<Sources> {
  if (!paths.some(isStoreUrl)) return { sources: paths.map(localSource), close: async () => {} };
  const { Stores } = await import("../stores/open-stores.ts");
  const stores = new Stores(settings, stop);
  try {
    const sources = await Promise.all(
      paths.map(async (path) => (isStoreUrl(path) ? await stores.open(path) : localSource(path))),
    );
    return { sources, close: () => stores.close() };
  } catch (error) {
    await stores.close();
    throw error;
  }
}
