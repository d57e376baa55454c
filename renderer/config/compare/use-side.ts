import { parseFleetServerId } from "../../../main/contract/index.ts";
import { formatMoment } from "../../format/time.ts";
import { useRequest } from "../../host/requests.ts";
import { listVersions } from "../../host/revisions.ts";
import { useServerById, useServers } from "../../host/topics.ts";
import type { ComparedSide } from "../../search.ts";
import { useNow } from "../../ui/use-now.ts";

/** One of two compared configurations. */
export type Side = ReturnType<typeof useSide>;

export function useSide(picked: ComparedSide) {
  const servers = useServers() ?? [];
  const now = useNow(60_000);
  const named = useServerById(picked.server);
  const server = named ?? (parseFleetServerId(picked.server) ? undefined : servers[0]);
  const { data, error } = useRequest(
    "configs.get",
    { serverId: server?.id ?? "", model: picked.model },
    { enabled: server !== undefined && picked.model !== "" },
  );
  const versions = data ? listVersions(data, (time) => formatMoment(time, now)) : [];
  const version = versions.find(({ value }) => value === picked.revision) ?? versions[0];
  return {
    server: server?.id ?? "",
    model: picked.model,
    versions,
    revision: version?.value ?? "force",
    text: version?.text ?? null,
    /** The text comes from the server rather than from a user. */
    completed: data !== undefined && version?.text === data.served,
    serves: versions.some(({ value }) => value === "served"),
    label: [server?.name, picked.model, version?.label].filter(Boolean).join(" · "),
    error,
  };
}
