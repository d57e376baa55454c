import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type {
  AppliedConfig,
  ConfigEffect,
  ConfigPlace,
  ConfigState,
  KnownModel,
} from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import { type ServerAdapter, type ServerDirectory, watchStops } from "../servers/index.ts";
import { author } from "./author.ts";
import { ConfigFile, type ConfigSource, hashText } from "./config-file.ts";
import type { ConfigStore, KeptRevision, ModelKey } from "./config-store.ts";
import { firstDifference } from "./differences.ts";
import { effectOnServer } from "./effect-on-server.ts";
import {
  hashServedConfig,
  type ActiveConfig,
  overrideEtag,
  readActiveConfig,
  printServedConfig,
} from "./active-config.ts";
import { knownModels } from "./known-models.ts";
import { readSignature } from "./onnx-signature.ts";
import { readModelFiles } from "./read-model-files.ts";
import { compareReadBack } from "./read-back.ts";
import { readText } from "./read-text.ts";
import { shownHistory } from "./shown-history.ts";
import { type StoreConfig, storeObstacle, storeSource } from "./store-config.ts";
import { takeBack } from "./take-back.ts";

export interface ConfigServiceOptions {
  readonly servers: ServerDirectory;
  /** The local repository of a server that has the model; null if it can't be accessed. */
  readonly findRepository: (serverId: string, model: string) => string | null;
  /** A model's configuration in the object store that a server serves; null if it serves none. */
  readonly findStoreConfig?: (serverId: string, model: string) => Promise<StoreConfig | null>;
  /** The name under which a server's drafts and history are stored. Default: its id. */
  readonly keptAs?: (serverId: string) => string;
  readonly store: ConfigStore;
  readonly events: EventSink;
  readonly clock: Clock;
  /** Called with errors that don't fail the caller's request. */
  readonly onFault: (error: StatusError) => void;
}

/** The active configuration of a model, to be restored later. */
export interface HeldConfig {
  readonly text: string;
  /** Whether it overrides a config.pbtxt. */
  readonly override: boolean;
  /** ModelConfig as JSON text, as the server returned it; "" if it serves nothing. */
  readonly servedJson: string;
  /** Changes with `servedJson`. */
  readonly servedEtag: string;
}

interface Change {
  readonly text: string;
  readonly note: string;
  /** "put back": restored after something was tried out. */
  readonly origin: "applied" | "reverted" | "tried" | "put back";
  readonly place: ConfigPlace;
  /** What is loaded, if different from the text. */
  readonly asked?: Record<string, unknown>;
  /** When the draft with this text was saved; undefined if the draft belongs to another window. */
  readonly draftSince?: number | undefined;
}

/** See the contract's "configs.apply". */
interface ConfigToApply {
  readonly text: string;
  readonly baseEtag: string;
  readonly note: string;
  readonly place?: ConfigPlace | undefined;
  readonly over?: number | null | undefined;
}

/** Reads, drafts and applies configurations. Changes of one model are executed one after the other. */
export class ConfigService {
  readonly #options: ConfigServiceOptions;
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(options: ConfigServiceOptions) {
    this.#options = options;
  }

  async get(key: ModelKey): Promise<ConfigState> {
    const { store } = this.#options;
    const now = await this.#readActive(key);
    this.#noticeFound(key, now);
    const kept = this.#kept(key);
    const draft = store.draft(kept);
    const folder = now.file?.folder ?? null;
    return {
      serverId: key.serverId,
      model: key.model,
      text: now.text,
      path: now.file?.path ?? "",
      store: describeStore(now),
      hasFile: now.onDisk !== null,
      etag: now.etag,
      overriddenFile: now.overriddenFile,
      served: now.served === null ? null : printServedConfig(now.served),
      unreachable: now.unreachable?.message ?? null,
      draft,
      signature: folder === null ? null : await readSignature(folder),
      files: folder === null ? null : await readModelFiles(folder, now.text).catch(() => null),
      history: shownHistory(store.history(kept), [now.etag, draft?.baseEtag ?? now.etag]),
    };
  }

  /** Returns when it was saved; see the contract's "configs.saveDraft" for `over`. */
  saveDraft(key: ModelKey, text: string, baseEtag: string, over?: number | null): number {
    const { store, clock } = this.#options;
    const there = store.draft(this.#kept(key));
    if (there && over !== undefined && there.savedAt !== over && there.text !== text) {
      throw new StatusError("ABORTED", `Another window has a draft of '${key.model}'.`, {
        details: { draft: there },
      });
    }
    // An unchanged draft isn't saved again, or its window would take it for another window's.
    if (there?.text === text && there.baseEtag === baseEtag) return there.savedAt;
    // Two drafts saved within one millisecond must differ.
    const savedAt = Math.max(clock.now(), (there?.savedAt ?? 0) + 1);
    store.saveDraft(this.#kept(key), text, baseEtag, savedAt);
    return savedAt;
  }

  /** Saves the applied text as the draft unless another window's draft exists. Returns when it was saved. */
  #saveOwnDraft(
    key: ModelKey,
    text: string,
    baseEtag: string,
    over: number | null | undefined,
  ): number | undefined {
    const there = this.#options.store.draft(this.#kept(key));
    const isOwn = !there || over === undefined || there.savedAt === over || there.text === text;
    return isOwn ? this.saveDraft(key, text, baseEtag) : undefined;
  }

  discardDraft(key: ModelKey, over?: number | null): void {
    const { store } = this.#options;
    const there = store.draft(this.#kept(key));
    if (over === undefined || there?.savedAt === over) store.discardDraft(this.#kept(key));
  }

  /** See the contract's "configs.effect". */
  async effect(key: ModelKey, text: string, signal?: AbortSignal): Promise<ConfigEffect> {
    const now = await this.#readActive(key);
    const of = { ...this.#findServer(key), model: key.model, now, text };
    return await effectOnServer(of, signal);
  }

  /** See the contract's "configs.others". */
  async others(key: ModelKey, signal?: AbortSignal): Promise<KnownModel[]> {
    const { server, findRepository } = this.#findServer(key);
    const names = new Set((await server.repositoryIndex(signal)).map(({ name }) => name));
    names.delete(key.model);
    return [...(await knownModels(server, findRepository, names, signal)).values()];
  }

  /** See the contract's "configs.apply". Completes even if the caller disconnects. */
  apply(
    key: ModelKey,
    { text, baseEtag, note, place, over }: ConfigToApply,
  ): Promise<AppliedConfig> {
    return this.#inTurn(key, async () => {
      const draftSince = this.#saveOwnDraft(key, text, baseEtag, over);
      const now = await this.#readActive(key);
      if (now.etag !== baseEtag && !(now.unreachable && !now.file))
        throw new StatusError("ABORTED", `${whatChanged(now)}; look at it and apply again.`, {
          details: { etag: now.etag },
        });
      const change: Change = {
        text,
        note,
        origin: "applied",
        place: placeFor(now, place),
        draftSince,
      };
      const done = await this.#serveAndKeep(key, now, change);
      return { ...(await this.get(key)), ...done };
    });
  }

  /** Applies the text of an earlier revision in its original place, in a store as an override unless `place` is asked for. Keeps the draft. */
  revert(key: ModelKey, revisionId: number, place?: "file"): Promise<AppliedConfig> {
    return this.#inTurn(key, async () => {
      const history = this.#options.store.history(this.#kept(key));
      const revision = history.find(({ id }) => id === revisionId);
      if (!revision)
        throw new StatusError(
          "NOT_FOUND",
          `Model '${key.model}' has no revision ${revisionId} of its configuration.`,
        );
      const now = await this.#readActive(key);
      const done = await this.#serveAndKeep(key, now, {
        text: revision.text,
        note: `Back to revision ${revisionId}${revision.note ? `: ${revision.note}` : ""}`,
        origin: "reverted",
        // A store is written to from the dialog that names its bucket and key alone.
        place: placeFor(
          now,
          place ?? (now.file && now.file.folder !== null ? revision.place : "server"),
        ),
      });
      return { ...(await this.get(key)), ...done };
    });
  }

  /** The active configuration, to be restored later. Throws UNAVAILABLE while the server can't report it. */
  async held(key: ModelKey): Promise<HeldConfig> {
    const now = await this.#readActive(key);
    if (now.unreachable) throw now.unreachable;
    return heldConfig(now);
  }

  /** Applies `text` on the server only, temporarily. Keeps drafts. */
  async tryOut(key: ModelKey, text: string, note: string): Promise<void> {
    await this.#inTurn(key, async () => {
      const change: Change = { text, note, origin: "tried", place: "server" };
      await this.#serveAndKeep(key, await this.#readActive(key), change);
    });
  }

  /** Applies `text` on the server only, permanently. Keeps drafts, unless they have the same text. */
  async serve(
    key: ModelKey,
    text: string,
    note: string,
  ): Promise<Pick<AppliedConfig, "readBack" | "stopped">> {
    return await this.#inTurn(key, async () => {
      const change: Change = { text, note, origin: "applied", place: "server" };
      return await this.#serveAndKeep(key, await this.#readActive(key), change);
    });
  }

  /** Restores a held configuration on the server unless it is active. Doesn't write config.pbtxt. */
  async restore(key: ModelKey, held: HeldConfig, note: string): Promise<void> {
    await this.#inTurn(key, async () => {
      const now = await this.#readActive(key);
      if (now.unreachable) throw now.unreachable;
      const is = heldConfig(now);
      if (is.servedEtag === held.servedEtag && is.override === held.override) return;
      const fromFile = !held.override && now.onDisk === held.text;
      const place = fromFile ? "file" : "server";
      const asked = parseHeldConfig(held, key.model);
      await this.#serveAndKeep(key, now, {
        text: held.text,
        note,
        origin: "put back",
        place,
        asked,
      });
    });
  }

  async #serveAndKeep(
    key: ModelKey,
    now: ActiveConfig,
    change: Change,
  ): Promise<Pick<AppliedConfig, "readBack" | "stopped">> {
    if (now.unreachable && !now.file)
      throw new StatusError(
        "UNAVAILABLE",
        `${now.unreachable.message} Nothing was applied; the draft is kept.`,
      );
    const server = this.#options.servers.get(key.serverId);
    const asked = change.asked ?? readText(change.text, key.model);
    const stopped = await watchStops(server, key.model);
    await server.load(key.model, JSON.stringify(asked));
    const isThere = change.origin === "put back";
    if (change.place === "file" && !isThere) await this.#write(key, now, change.text, server);
    const [served, fault] = await readAfterLoad(server, key.model);
    await this.#record(key, now, change, hashServedConfig(served));
    const difference = served && firstDifference(asked, served);
    if (difference) {
      this.#warn(
        `Model '${key.model}' serves with another '${difference}' than its configuration asks for.`,
      );
    } else if (fault) {
      this.#warn(
        `The new configuration of '${key.model}' could not be read back: ${fault.message}`,
      );
    }
    return { readBack: served && compareReadBack(asked, served), stopped: await stopped() };
  }

  async #write(
    key: ModelKey,
    now: ActiveConfig,
    text: string,
    server: ServerAdapter,
  ): Promise<void> {
    try {
      const replaced = (await now.file?.write(text, now.onDisk)) ?? null;
      // The file may have been edited since; the replaced text stays in the history.
      if (now.file && replaced !== null) this.#noticeOnDisk(key, replaced, now.file);
    } catch (error) {
      throw await takeBack(server, key.model, now.served, StatusError.from(error));
    }
  }

  async #record(
    key: ModelKey,
    now: ActiveConfig,
    change: Change,
    servedEtag: string,
  ): Promise<void> {
    const { store, events, clock } = this.#options;
    const { text, note, origin, place } = change;
    if (origin !== "put back") {
      const message = `${WHAT_HAPPENED[origin]} model '${key.model}'${WHAT_BECAME[origin]}.`;
      const mark = { kind: "config" as const, model: key.model, serverId: key.serverId };
      events.emit({
        level: "info",
        source: "configs",
        message,
        ...(origin !== "tried" && { mark }),
      });
    }
    const etag =
      place === "file"
        ? hashText(text)
        : now.file
          ? overrideEtag(now.onDisk, text)
          : servedEtag || hashText(null);
    try {
      const kept = this.#kept(key);
      store.transaction(() => {
        const time = clock.now();
        store.addRevision(kept, {
          time,
          text,
          note,
          origin,
          place,
          author: author(),
          etag,
          servedEtag,
        });
        if (origin === "applied") store.settleDraft(kept, text, etag, change.draftSince);
      });
    } catch (thrown) {
      const error = StatusError.from(thrown);
      const written = place === "file" ? "serves and was written" : "serves";
      throw new StatusError(
        error.code,
        `The configuration of '${key.model}' ${written}, but not into the history. ${error.message}`,
        { cause: error },
      );
    }
  }

  #warn(message: string): void {
    this.#options.events.emit({ level: "warning", source: "configs", message });
  }

  /** Stores a text that was changed outside of the console as a revision. If that fails, the text can still be read. */
  #noticeFound(key: ModelKey, now: ActiveConfig): void {
    if (now.file && now.onDisk !== null) this.#noticeOnDisk(key, now.onDisk, now.file);
    if (now.file || now.servedEtag === "") return;
    const newest = this.#options.store.newestServed(this.#kept(key));
    if (newest?.servedEtag === now.servedEtag) return;
    this.#keepFound(key, {
      text: now.text,
      note: newest ? "Changed outside this console" : "Found on the server",
      place: "server",
      etag: now.etag,
      servedEtag: now.servedEtag,
    });
  }

  #noticeOnDisk(key: ModelKey, text: string, { folder }: ConfigSource): void {
    if (this.#options.store.newestOnDisk(this.#kept(key))?.text === text) return;
    const etag = hashText(text);
    const note = folder === null ? "Found in the store" : "Found on disk";
    this.#keepFound(key, { text, note, place: "file", etag, servedEtag: "" });
  }

  #keepFound(
    key: ModelKey,
    found: Pick<KeptRevision, "text" | "note" | "place" | "etag" | "servedEtag">,
  ): void {
    const { store, clock, onFault } = this.#options;
    try {
      store.addRevision(this.#kept(key), {
        ...found,
        time: clock.now(),
        origin: "found",
        author: "",
      });
    } catch (error) {
      onFault(StatusError.from(error));
    }
  }

  async #readActive(key: ModelKey): Promise<ActiveConfig> {
    const server = this.#options.servers.get(key.serverId);
    const newest = this.#options.store.newestServed(this.#kept(key));
    return readActiveConfig(server, key.model, await this.#source(key), newest);
  }

  #findServer({ serverId }: ModelKey) {
    const { servers, findRepository } = this.#options;
    const server = servers.get(serverId);
    return { server, findRepository: (model: string) => findRepository(server.id, model) };
  }

  /** Null if the server's repository can't be accessed. */
  async #source(key: ModelKey): Promise<{ file: ConfigSource | null; store: StoreConfig | null }> {
    const { server, findRepository } = this.#findServer(key);
    const repository = findRepository(key.model);
    if (repository !== null)
      return { file: await ConfigFile.of(repository, key.model), store: null };
    const store = (await this.#options.findStoreConfig?.(server.id, key.model)) ?? null;
    return { file: store && storeSource(store), store };
  }

  #kept({ serverId, model }: ModelKey): ModelKey {
    return { serverId: this.#options.keptAs?.(serverId) ?? serverId, model };
  }

  #inTurn<T>({ serverId, model }: ModelKey, work: () => Promise<T>): Promise<T> {
    const key = `${serverId}\n${model}`;
    const result = (this.#queues.get(key) ?? Promise.resolve()).then(work);
    this.#queues.set(
      key,
      result.catch(() => {}),
    );
    return result;
  }
}

/** Callers of `tryOut` emit events when they begin and end; single changes emit none. */
type Origin = Exclude<Change["origin"], "put back">;
const WHAT_HAPPENED: Readonly<Record<Origin, string>> = {
  applied: "A new configuration of",
  tried: "A configuration to measure of",
  reverted: "The configuration of",
};
const WHAT_BECAME: Readonly<Record<Origin, string>> = {
  applied: " was applied",
  tried: " was applied to the server alone",
  reverted: " was taken back to an earlier one",
};

function heldConfig({ text, overriddenFile, served, servedEtag }: ActiveConfig): HeldConfig {
  const servedJson = served === null ? "" : JSON.stringify(served);
  return { text, override: overriddenFile !== null, servedJson, servedEtag };
}

/** The configuration of the text, or as it was served if there was no text or only the server can read it. */
function parseHeldConfig({ text, servedJson }: HeldConfig, model: string): Record<string, unknown> {
  try {
    if (text !== "" || servedJson === "") return readText(text, model);
  } catch (error) {
    if (servedJson === "") throw error;
  }
  return JSON.parse(servedJson) as Record<string, unknown>;
}

function whatChanged(now: ActiveConfig): string {
  const what = now.file ? `'${now.file.path}'` : "Served by the server";
  return `${what} was changed since this draft was begun`;
}

function placeFor(now: ActiveConfig, asked: ConfigPlace | undefined): ConfigPlace {
  const { file, store, storeProblem } = now;
  const obstacle = asked === "file" && store && storeObstacle(store, storeProblem);
  if (obstacle) throw obstacle;
  if (asked === "file" && !file)
    throw new StatusError(
      "FAILED_PRECONDITION",
      "The server's model repository is out of this console's reach, so that config.pbtxt cannot be written; apply to the server alone.",
    );
  // A store is never written to without being asked.
  return asked ?? (file && file.folder !== null ? "file" : "server");
}

function describeStore({ store, storeProblem }: ActiveConfig): ConfigState["store"] {
  if (!store) return null;
  const { repository, bucket, key, url, writable } = store;
  return { repository, bucket, key, url, writable, problem: storeProblem?.message ?? null };
}

async function readAfterLoad(
  server: ServerAdapter,
  model: string,
): Promise<[ActiveConfig["served"], StatusError | null]> {
  try {
    return [(await server.modelDetail(model)).config, null];
  } catch (thrown) {
    return [null, StatusError.from(thrown)];
  }
}
