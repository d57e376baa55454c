import type { ChangeProbes } from "../change-probes/index.ts";
import type { configRequests, configTopics, modelFileRequests } from "../contract/index.ts";
import type { Downloads } from "../downloads/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { Db } from "../store/index.ts";
import { ConfigService, type ConfigServiceOptions, type HeldConfig } from "./config-service.ts";
import { ConfigStore, type ModelKey } from "./config-store.ts";
import { Exports } from "./exports.ts";
import type { ModelSources } from "./model-source.ts";
import { modelFileHandlers } from "./model-files.ts";

const REPOSITORY = "model-repository";

interface ConfigsParts extends Omit<ConfigServiceOptions, "store">, ModelSources {
  readonly db: Db;
  readonly downloads: Pick<Downloads, "offer">;
  readonly probes: Pick<ChangeProbes, "during">;
  /** All local repositories of a server. */
  readonly localFolders: (serverId: string) => readonly string[];
}

interface ConfigsDomain
  extends DomainHandlers<
    keyof typeof configRequests | keyof typeof modelFileRequests,
    keyof typeof configTopics
  > {
  readonly configs: ConfigService;
  readonly exports: Exports;
  readonly unloadedOverrides: UnloadedOverrides;
}

/** Configurations of models: text, drafts, effect, apply, history, export; and the content of model files. */
export function startConfigs({ db, downloads, probes, ...parts }: ConfigsParts): ConfigsDomain {
  const configs = new ConfigService({ ...parts, store: new ConfigStore(db) });
  const exports = new Exports(configs, parts);
  return {
    configs,
    exports,
    unloadedOverrides: new UnloadedOverrides(configs),
    requests: {
      ...modelFileHandlers(parts).requests,
      "configs.get": (key) => configs.get(key),
      "configs.saveDraft": ({ text, baseEtag, over, ...key }) => ({
        savedAt: configs.saveDraft(key, text, baseEtag, over),
      }),
      "configs.discardDraft": ({ over, ...key }) => {
        configs.discardDraft(key, over);
        return {};
      },
      "configs.effect": ({ text, ...key }, signal) => configs.effect(key, text, signal),
      "configs.others": (key, signal) => configs.others(key, signal),
      "configs.apply": ({ probe, ...request }) => {
        const apply = () => configs.apply(request, request);
        return probe ? probes.during({ ...request, kind: "apply" }, probe, apply) : apply();
      },
      "configs.revert": ({ revisionId, probe, place, ...key }) => {
        const revert = () => configs.revert(key, revisionId, place);
        return probe ? probes.during({ ...key, kind: "revert" }, probe, revert) : revert();
      },
      "configs.export": (request, signal) => exports.run(request, signal),
      "configs.download": async (request, signal) => {
        const [first, ...rest] = request.models;
        const name = first !== undefined && rest.length === 0 ? first : REPOSITORY;
        const { entries, release } = await exports.entries(request, signal);
        return downloads.offer(name, entries, release);
      },
    },
    topics: {
      "configs.exportProgress": ({ id }, sink) => {
        sink.event(exports.progress(id));
        return exports.onProgress(id, (progress) => sink.event(progress));
      },
    },
  };
}

/** Overrides dropped by unloads, until they are restored or the host ends. */
class UnloadedOverrides {
  readonly #configs: Pick<ConfigService, "held" | "restore">;
  readonly #held = new Map<string, HeldConfig>();

  constructor(configs: Pick<ConfigService, "held" | "restore">) {
    this.#configs = configs;
  }

  /** Call before an unload. Remembers nothing if the server doesn't answer. */
  async hold(key: ModelKey): Promise<void> {
    const held = await this.#configs.held(key).catch(() => null);
    if (held?.override) this.#held.set(id(key), held);
    else this.#held.delete(id(key));
  }

  /** Loads the model with its dropped override; returns false without one. */
  async restore(key: ModelKey): Promise<boolean> {
    const held = this.#held.get(id(key));
    if (!held) return false;
    await this.#configs.restore(key, held, "Loaded again after an unload");
    this.#held.delete(id(key));
    return true;
  }

  forget(key: ModelKey): void {
    this.#held.delete(id(key));
  }
}

const id = ({ serverId, model }: ModelKey) => JSON.stringify([serverId, model]);
