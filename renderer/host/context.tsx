import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { HostClient } from "../../main/contract/client.ts";
import { ConnectionWatch } from "./connection-watch.ts";
import type { TopicEvent, TopicName, TopicParams } from "../../main/contract/index.ts";
import { TopicStore } from "./topic-store.ts";

interface HostContext {
  readonly client: HostClient;
  readonly live: LiveTopics;
  readonly connection: ConnectionWatch;
}

const Context = createContext<HostContext | null>(null);

export function useHost(): HostContext {
  const host = use(Context);
  if (!host) throw new Error("useHost needs a HostProvider above it.");
  return host;
}

/** Provides the host's client. Requests from before a lost connection are repeated after it. */
export function HostProvider({ client, children }: { client: HostClient; children: ReactNode }) {
  const [host] = useState<HostContext>(() => ({
    client,
    live: new LiveTopics(client),
    connection: new ConnectionWatch(client),
  }));
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry: false, networkMode: "always", refetchOnWindowFocus: false },
          mutations: { retry: false, networkMode: "always" },
        },
      }),
  );
  useEffect(() => {
    const listening = client.onConnection((state) => {
      if (state === "open") void queries.invalidateQueries();
    });
    return () => listening[Symbol.dispose]();
  }, [client, queries]);
  return (
    <Context value={host}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </Context>
  );
}

interface Fold<E, S> {
  /** Distinguishes different folds of the same topic. */
  readonly name: string;
  readonly initial: S;
  readonly reduce: (state: S, event: E) => S;
}

/** All live streams of the console: one store per topic and parameters, shared by its components. */
class LiveTopics {
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
