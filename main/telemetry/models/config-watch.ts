import type { ModelDetail } from "../../contract/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { configFacts, unknownFacts } from "./overview.ts";

type Facts = typeof unknownFacts;

interface Known {
  readonly stamp: string;
  facts: Facts;
  config: ModelDetail["config"];
}

/** Caches what the overview shows of each model's configuration, and requests it again after a reload. */
export class ConfigWatch {
  readonly #server: ServerAdapter;
  readonly #known = new Map<string, Known>();

  constructor(server: ServerAdapter) {
    this.#server = server;
  }

  /** What is known of `model`; requests it again if `stamp` differs from last time's. */
  facts(model: string, stamp: string): Facts {
    const known = this.#known.get(model);
    if (known?.stamp === stamp) return known.facts;
    const entry: Known = {
      stamp,
      facts: known?.facts ?? unknownFacts,
      config: known?.config ?? null,
    };
    this.#known.set(model, entry);
    this.#server.modelDetail(model).then(
      ({ config }) => {
        entry.facts = configFacts(config);
        entry.config = config;
      },
      () => {
        // Try again with the next frame.
        if (this.#known.get(model) === entry) this.#known.delete(model);
      },
    );
    return entry.facts;
  }

  /** The configuration that {@link facts} last received; null while unknown. */
  config(model: string): ModelDetail["config"] {
    return this.#known.get(model)?.config ?? null;
  }
}
