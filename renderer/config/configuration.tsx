import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useHostEvents } from "../host/topics.ts";
import { useRequest } from "../host/requests.ts";
import { ErrorNotice } from "../ui/notice.tsx";
import { Workbench } from "./workbench.tsx";

const LOOK_AGAIN_MS = 5000;

/** A model's config.pbtxt: view, edit, apply and revert. */
export function Configuration({ serverId, model }: { serverId: string; model: string }) {
  const queries = useQueryClient();
  const { data, error } = useRequest("configs.get", { serverId, model });
  const changes = useHostEvents().filter(
    ({ mark }) => mark?.kind === "config" && mark.model === model,
  ).length;
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ["configs.get", { serverId, model }] });
  }, [queries, serverId, model, changes]);
  useEffect(() => {
    // Others may change it: on disk, or from another console.
    const timer = setInterval(() => {
      if (document.visibilityState === "visible")
        void queries.invalidateQueries({ queryKey: ["configs.get", { serverId, model }] });
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [queries, serverId, model]);
  if (data) return <Workbench config={data} />;
  if (error) return <ErrorNotice title="Can't read the configuration" error={error} />;
  return <p className="text-muted">Reading the configuration…</p>;
}
