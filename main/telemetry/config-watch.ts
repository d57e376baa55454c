import type { ServerAdapter } from "../servers/adapter.ts";
import { configFacts, unknownFacts } from "./overview.ts";

type Facts = typeof unknownFacts;

/** Knows of each model what the overview shows of its configuration, and asks again when it was loaded anew. */
export class ConfigWatch {
  readonly #server: ServerAdapter;
  readonly #known = new Map<string, { stamp: string; facts: Facts }>();

  constructor(server: ServerAdapter) {
    this.#server = server;
  }

  /** What is known of `model`; a `stamp` other than last time's starts a new question. */
  factsOf(model: string, stamp: string): Facts {
    const known = this.#known.get(model);
    if (known?.stamp === stamp) return known.facts;
    const entry = { stamp, facts: known?.facts ?? unknownFacts };
    this.#known.set(model, entry);
    this.#server.modelDetail(model).then(
      ({ config }) => {
        entry.facts = configFacts(config);
      },
      () => {
        // Ask again with the next frame.
        if (this.#known.get(model) === entry) this.#known.delete(model);
      },
    );
    return entry.facts;
  }
}
