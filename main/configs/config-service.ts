import { configFromJson, printConfig } from "../../engine/config/index.ts";
import { StatusError } from "../../engine/protocol/status.ts";
import type { Clock } from "../clock.ts";
import type { ConfigRevision, ConfigState } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import type { ServerAdapter, ServerDirectory } from "../servers/adapter.ts";
import { ConfigFile, etagOf } from "./config-file.ts";
import type { ConfigStore, ModelKey } from "./config-store.ts";
import { firstDifference } from "./differences.ts";
import { readSignature } from "./onnx-signature.ts";
import { readText } from "./read-text.ts";
import { takeBack } from "./take-back.ts";

export interface ConfigServiceOptions {
  readonly servers: ServerDirectory;
  /** The repository on this machine that a server serves; null where it is out of reach. */
  readonly repositoryOf: (serverId: string) => string | null;
  readonly store: ConfigStore;
  readonly events: EventSink;
  readonly clock: Clock;
  /** Told what went wrong where the caller gets an answer all the same. */
  readonly onFault: (error: StatusError) => void;
}

interface Change {
  readonly text: string;
  readonly note: string;
  readonly origin: ConfigRevision["origin"];
}

/** Reads, drafts and applies config.pbtxt. Changes of one model wait for each other. */
export class ConfigService {
  readonly #options: ConfigServiceOptions;
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(options: ConfigServiceOptions) {
    this.#options = options;
  }

  async get(key: ModelKey): Promise<ConfigState> {
    const { store } = this.#options;
    const file = await this.#file(key);
    const onDisk = await file.read();
    if (onDisk !== null) this.#noticeOnDisk(key, onDisk);
    return {
      serverId: key.serverId,
      model: key.model,
      text: onDisk ?? (await this.#completedText(key)),
      path: file.path,
      etag: etagOf(onDisk),
      draft: store.draft(key),
      signature: await readSignature(file.folder),
      history: store.history(key),
    };
  }

  /** The text of config.pbtxt; "" where there is none. */
  async textOf(key: ModelKey): Promise<string> {
    return (await (await this.#file(key)).read()) ?? "";
  }

  saveDraft(key: ModelKey, text: string, baseEtag: string): void {
    this.#options.store.saveDraft(key, text, baseEtag, this.#options.clock.now());
  }

  discardDraft(key: ModelKey): void {
    this.#options.store.discardDraft(key);
  }

  /** See the contract's "configs.apply". What was begun is finished even when the caller goes away. */
  apply(key: ModelKey, text: string, baseEtag: string, note: string): Promise<ConfigState> {
    return this.#inTurn(key, async () => {
      const file = await this.#file(key);
      const onDisk = await file.read();
      this.saveDraft(key, text, baseEtag);
      if (etagOf(onDisk) !== baseEtag)
        throw new StatusError(
          "ABORTED",
          `'${file.path}' was changed since this draft was begun; look at what is in it now and apply again.`,
          { details: { etag: etagOf(onDisk) } },
        );
      await this.#serveAndWrite(key, file, { text, note, origin: "applied" });
      return this.get(key);
    });
  }

  /** Applies the text of an earlier revision. A draft stays as it is. */
  revert(key: ModelKey, revisionId: number): Promise<ConfigState> {
    return this.#inTurn(key, async () => {
      const revision = this.#options.store.history(key).find(({ id }) => id === revisionId);
      if (!revision)
        throw new StatusError(
          "NOT_FOUND",
          `Model '${key.model}' has no revision ${revisionId} of its configuration.`,
        );
      const note = `Back to revision ${revisionId}${revision.note ? `: ${revision.note}` : ""}`;
      const { text } = revision;
      await this.#serveAndWrite(key, await this.#file(key), { text, note, origin: "reverted" });
      return this.get(key);
    });
  }

  async #serveAndWrite(key: ModelKey, file: ConfigFile, change: Change): Promise<void> {
    const server = this.#options.servers.get(key.serverId);
    const asked = readText(change.text, key.model);
    const before = (await server.modelDetail(key.model)).config;
    await server.load(key.model, JSON.stringify(asked));
    try {
      // Somebody else may have written it since; what is replaced stays in the history.
      const replaced = await file.read();
      if (replaced !== null) this.#noticeOnDisk(key, replaced);
      await file.write(change.text);
    } catch (error) {
      throw await takeBack(server, key.model, before, StatusError.from(error));
    }
    this.#record(key, change);
    await this.#verify(server, key.model, asked);
  }

  #record(key: ModelKey, { text, note, origin }: Change): void {
    const { store, events, clock } = this.#options;
    events.emit({
      level: "info",
      source: "configs",
      message:
        origin === "reverted"
          ? `The configuration of model '${key.model}' was taken back to an earlier one.`
          : `A new configuration of model '${key.model}' was applied.`,
      mark: { kind: "config", model: key.model },
    });
    try {
      store.transaction(() => {
        store.addRevision(key, { time: clock.now(), text, note, origin });
        if (origin === "applied") store.settleDraft(key, text, etagOf(text));
      });
    } catch (thrown) {
      const error = StatusError.from(thrown);
      throw new StatusError(
        error.code,
        `The configuration of '${key.model}' serves and was written, but not into the history. ${error.message}`,
        { cause: error },
      );
    }
  }

  /** Says so when the server serves something else than it was given. */
  async #verify(server: ServerAdapter, model: string, asked: object): Promise<void> {
    const fault = await server.modelDetail(model).then(
      ({ config }) => {
        const difference = firstDifference(asked, config);
        return difference === null
          ? null
          : `Model '${model}' serves with another '${difference}' than its configuration asks for.`;
      },
      (error: unknown) =>
        `The new configuration of '${model}' could not be read back: ${StatusError.from(error).message}`,
    );
    if (fault) this.#options.events.emit({ level: "warning", source: "configs", message: fault });
  }

  /** Keeps what somebody else wrote into the file as a revision. Where that fails, it can still be read. */
  #noticeOnDisk(key: ModelKey, text: string): void {
    const { store, clock, onFault } = this.#options;
    if (store.history(key)[0]?.text === text) return;
    try {
      store.addRevision(key, { time: clock.now(), text, note: "Found on disk", origin: "found" });
    } catch (error) {
      onFault(StatusError.from(error));
    }
  }

  /** For a model without a file, what the server completed for it; "" while that cannot be had. */
  async #completedText({ serverId, model }: ModelKey): Promise<string> {
    try {
      const { config } = await this.#options.servers.get(serverId).modelDetail(model);
      return config === null ? "" : printConfig(configFromJson(config));
    } catch {
      return "";
    }
  }

  async #file({ serverId, model }: ModelKey): Promise<ConfigFile> {
    const { servers, repositoryOf } = this.#options;
    const repository = repositoryOf(servers.get(serverId).id);
    if (repository === null)
      throw new StatusError(
        "FAILED_PRECONDITION",
        `The model repository of server '${serverId}' is out of this console's reach.`,
      );
    return ConfigFile.of(repository, model);
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
