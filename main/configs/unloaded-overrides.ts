import type { ConfigService, HeldConfig } from "./config-service.ts";
import type { ModelKey } from "./config-store.ts";

/** Overrides dropped by unloads, until they are restored or the host ends. */
export class UnloadedOverrides {
  readonly #configs: Pick<ConfigService, "held" | "putBack">;
  readonly #held = new Map<string, HeldConfig>();

  constructor(configs: Pick<ConfigService, "held" | "putBack">) {
    this.#configs = configs;
  }

  /** Call before an unload. Remembers nothing if the server doesn't answer. */
  async hold(key: ModelKey): Promise<void> {
    const held = await this.#configs.held(key).catch(() => null);
    if (held?.override) this.#held.set(id(key), held);
    else this.#held.delete(id(key));
  }

  /** Loads the model with its dropped override; returns false if there is none. */
  async putBack(key: ModelKey): Promise<boolean> {
    const held = this.#held.get(id(key));
    if (!held) return false;
    await this.#configs.putBack(key, held, "Loaded again after an unload");
    this.#held.delete(id(key));
    return true;
  }

  forget(key: ModelKey): void {
    this.#held.delete(id(key));
  }
}

const id = ({ serverId, model }: ModelKey) => JSON.stringify([serverId, model]);
