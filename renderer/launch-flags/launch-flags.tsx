import type { LaunchProduct, ServerStatus } from "../../main/contract/index.ts";
import { useTopic } from "../host/topics.ts";
import { LaunchCard } from "./launch-card.tsx";
import { NewLaunch } from "./new-launch.tsx";

interface LaunchFlagsProps {
  readonly server: ServerStatus;
  readonly models: readonly string[];
}

/** Comparisons of flags that take effect when the server starts. */
export function LaunchFlags({ server, models }: LaunchFlagsProps) {
  const launches = useTopic("launches.list", { serverId: server.id });
  const product = launchProduct(server);
  if (product === null) return null;
  if (launches === null) return <p className="text-muted">Loading…</p>;
  return (
    <>
      <NewLaunch
        key={server.id}
        server={server}
        product={product}
        models={models}
        last={launches[0]}
        isBusy={launches.some(({ state }) => state === "running")}
      />
      {launches.map((launch) => (
        <LaunchCard key={launch.id} launch={launch} />
      ))}
    </>
  );
}

/** Null for servers whose flags the console doesn't change. */
function launchProduct({ kind }: ServerStatus): LaunchProduct | null {
  return kind === "vllm" || kind === "sglang" ? kind : null;
}
