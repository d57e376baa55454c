import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { HostClient } from "../../main/contract/client.ts";
import { ConnectionWatch } from "./connection-watch.ts";
import { LiveTopics } from "./live-topics.ts";

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
