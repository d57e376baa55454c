import type {
  StoredModel,
  StoreRepository,
  Stores,
  StoreSettings,
} from "../../engine/stores/index.ts";
import { StatusError } from "../../base/status-error.ts";
import type { HeldModel, VersionChoice } from "../configs/index.ts";

/** Shorter than the engine's: someone waits for it. */
const LIST_TIMEOUT_MS = 15_000;

/** Model files in object stores, for the console. Downloads are those of the engine's default cache. */
export class StoreModels implements AsyncDisposable {
  readonly #settings: StoreSettings;
  readonly #ended = new AbortController();
  readonly #opened = new Map<string, Promise<StoreRepository>>();
  #stores: Promise<Stores> | undefined;

  constructor(settings: StoreSettings = {}) {
    this.#settings = { listTimeoutMs: LIST_TIMEOUT_MS, ...settings };
  }

  /** Names of the models below a repository's URL. */
  async list(url: string): Promise<readonly string[]> {
    return await (await this.#open(url)).list();
  }

  /** Reads listing and configuration alone. Throws NOT_FOUND. */
  async inspect(url: string, model: string): Promise<StoredModel> {
    return await (await this.#open(url)).inspect(model);
  }

  /** Downloads what isn't in the cache. Throws NOT_FOUND if there is no such model. */
  async hold(
    url: string,
    model: string,
    choice: VersionChoice,
    onBytes?: (bytes: number) => void,
  ): Promise<HeldModel> {
    const directory = await (await this.#open(url)).read(model);
    if (directory === undefined)
      throw new StatusError("NOT_FOUND", `'${url}' has no model '${model}'.`);
    const { versions, path, filesStamp } = directory;
    const chosen =
      choice === "all"
        ? versions
        : choice === "newest"
          ? versions.slice(-1)
          : versions.filter(({ version }) => version === choice.version);
    const releases: (() => void)[] = [];
    const release = () => releases.splice(0).forEach((each) => each());
    try {
      let before = 0;
      for (const each of [undefined, ...chosen]) {
        let received = 0;
        const count = (bytes: number) => {
          received = bytes;
          onBytes?.(before + bytes);
        };
        releases.push((await directory.hold?.(each, count)) ?? (() => {}));
        before += received;
      }
    } catch (error) {
      release();
      throw error;
    }
    const names = versions.map(({ version }) => version).toReversed();
    return { folder: path, where: `${url}/${model}`, versions: names, stamp: filesStamp, release };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await (await this.#stores?.catch(() => undefined))?.close();
  }

  /** The SDK is loaded by the first use. */
  #open(url: string): Promise<StoreRepository> {
    const known = this.#opened.get(url);
    if (known !== undefined) return known;
    this.#stores ??= import("../../engine/stores/index.ts").then(
      (module) => new module.Stores(this.#settings, this.#ended.signal),
    );
    const opening = this.#stores.then((stores) => stores.open(url));
    this.#opened.set(url, opening);
    opening.catch(() => this.#opened.delete(url));
    return opening;
  }
}
