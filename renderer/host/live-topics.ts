import type { HostClient } from "../../main/contract/client.ts";
import type { TopicEvent, TopicName, TopicParams } from "../../main/contract/index.ts";
import { TopicStore } from "./topic-store.ts";

interface Fold<E, S> {
  /** Distinguishes different folds of the same topic. */
  readonly name: string;
  readonly initial: S;
  readonly reduce: (state: S, event: E) => S;
}

/** All live streams of the console: one store per topic and parameters, shared by its components. */
export class LiveTopics {
  readonly #client: HostClient;
  readonly #stores = new Map<string, unknown>();

  constructor(client: HostClient) {
    this.#client = client;
  }

  /** The newest event of a topic; null before the first. */
  latest<N extends TopicName>(name: N, params: TopicParams<N>) {
    return this.folded<N, TopicEvent<N> | null>(name, params, {
      name: "latest",
      initial: null,
      reduce: (_, event) => event,
    });
  }

  /** A state folded from a topic's events. */
  folded<N extends TopicName, S>(
    name: N,
    params: TopicParams<N>,
    fold: Fold<TopicEvent<N>, S>,
  ): TopicStore<TopicEvent<N>, S> {
    const key = `${fold.name} ${name} ${JSON.stringify(params)}`;
    let store = this.#stores.get(key) as TopicStore<TopicEvent<N>, S> | undefined;
    if (!store) {
      store = new TopicStore<TopicEvent<N>, S>(
        (handlers) => this.#client.subscribe(name, params, handlers),
        fold.initial,
        fold.reduce,
      );
      this.#stores.set(key, store);
    }
    return store;
  }
}
