import { z } from "zod";
import { isStoreUrl, parseStoreUrl } from "../../engine/stores/store-url.ts";
import type { StoreConfigs } from "../../engine/stores/index.ts";
import { StatusError } from "../../base/status-error.ts";
import { readSetting, writeSetting } from "../settings/index.ts";
import type { Db } from "../store/index.ts";

const NAME = "writableStores";
const LIMIT = 100;

const stored = z.object({
  version: z.literal(1),
  urls: z.array(z.string().max(4096)).max(LIMIT),
});

/** A model's config.pbtxt in a store. */
interface StoreConfig {
  readonly repository: string;
  readonly bucket: string;
  readonly key: string;
  readonly url: string;
  /** Whether the person allows writing to the repository. */
  readonly writable: boolean;
  /** Null without one. */
  read(): Promise<string | null>;
  /** As it was read last; undefined before. */
  lastRead(): string | null | undefined;
  /** ABORTED where it isn't `before` any more. */
  write(text: string, before: string | null): Promise<void>;
}

/** Configurations in object stores, and where the person allows writing them (SPEC.md, REPO-10, REPO-11). */
export class StoreWrites implements Disposable {
  readonly #db: Db;
  readonly #ended = new AbortController();
  readonly #opened = new Map<string, Promise<StoreConfigs>>();
  readonly #read = new Map<string, string | null>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Null for what is no store. */
  isAllowed(folder: string): boolean | null {
    return isStoreUrl(folder) ? this.#urls().includes(folder) : null;
  }

  /** `url`: normalized. Throws INVALID_ARGUMENT for what is no store's. */
  allow(url: string, allowed: boolean): void {
    if (!isStoreUrl(url) || parseStoreUrl(url).url !== url)
      throw new StatusError(
        "INVALID_ARGUMENT",
        `'${url}' must be the URL of an object store: s3://, gs:// or as://.`,
      );
    const others = this.#urls().filter((each) => each !== url);
    const urls = allowed ? [url, ...others].slice(0, LIMIT) : others;
    writeSetting(this.#db, NAME, { version: 1, urls });
  }

  /** Null where `repository` is a folder. */
  find(repository: string, model: string): StoreConfig | null {
    if (!isStoreUrl(repository)) return null;
    const { bucket, prefix } = parseStoreUrl(repository);
    const url = `${repository}/${model}/config.pbtxt`;
    const read = async () => {
      const text = await (await this.#open(repository)).read(model);
      this.#read.set(url, text);
      return text;
    };
    return {
      repository,
      bucket,
      key: `${prefix}${model}/config.pbtxt`,
      url,
      writable: this.isAllowed(repository) === true,
      read,
      lastRead: () => this.#read.get(url),
      write: async (text, before) => {
        if (this.isAllowed(repository) !== true)
          throw new StatusError(
            "FAILED_PRECONDITION",
            `Writing to '${repository}' is not allowed. Allow it in the settings, under Model repository.`,
          );
        await (await this.#open(repository)).write(model, text, before);
        this.#read.set(url, text);
      },
    };
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
  }

  /** The SDK is loaded when a configuration is read. */
  #open(repository: string): Promise<StoreConfigs> {
    const known = this.#opened.get(repository);
    if (known !== undefined) return known;
    const opening = import("../../engine/stores/index.ts").then(({ openStoreConfigs }) =>
      openStoreConfigs(repository, this.#ended.signal),
    );
    this.#opened.set(repository, opening);
    opening.catch(() => this.#opened.delete(repository));
    return opening;
  }

  #urls(): readonly string[] {
    return stored.safeParse(readSetting(this.#db, NAME)).data?.urls ?? [];
  }
}
