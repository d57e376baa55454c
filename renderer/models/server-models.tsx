import { useState } from "react";
import type { ServerStatus } from "../../main/contract/index.ts";
import { LastKnown } from "../host/last-known.tsx";
import { ModelsCard } from "./models-card.tsx";
import type { ModelsOrder } from "../figures/sort-models.ts";
import { useServerModels } from "./use-server-models.ts";

/** The models of a server of any kind, and how to load and unload them. */
export function ServerModels({ server }: { server: ServerStatus }) {
  const { models } = useServerModels(server);
  const [order, setOrder] = useState<ModelsOrder>({ filter: "", sort: "name", descending: false });
  return (
    <>
      <LastKnown server={server} hasData={models !== null} />
      <ModelsCard server={server} order={order} onOrder={setOrder} manage />
    </>
  );
}
