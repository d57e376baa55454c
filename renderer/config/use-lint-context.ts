import { useMemo } from "react";
import type { LintContext } from "../../engine/config/index.ts";
import { useRequest } from "../host/requests.ts";
import { useOverview, useServers } from "../host/topics.ts";

/** What advice on a configuration may know of its server; undefined while nothing is. */
export function useLintContext(serverId: string): LintContext | undefined {
  const kind = useServers()?.find(({ id }) => id === serverId)?.kind;
  const overview = useOverview(serverId);
  const { data: host } = useRequest("host.info", {});
  const cache = overview ? overview.cache !== null : undefined;
  const cpus = host?.cpus;
  return useMemo(() => {
    if (kind === undefined) return undefined;
    if (kind === "triton") return { server: "triton" };
    return {
      server: "embedded",
      autoComplete: true,
      ...(cpus === undefined ? {} : { cores: cpus }),
      ...(cache === undefined ? {} : { cache }),
    };
  }, [kind, cpus, cache]);
}
