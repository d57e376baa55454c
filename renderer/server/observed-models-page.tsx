import type { ServerStatus } from "../../main/contract/index.ts";
import { useObserved } from "../host/topics.ts";
import { Page } from "../ui/page.tsx";
import { NotTold } from "./not-told.tsx";
import { ObservedModels } from "./observed-models.tsx";

/** The models of a server that is observed, and what it does not tell of them. */
export function ObservedModelsPage({ server }: { server: ServerStatus }) {
  const frame = useObserved(server.id);
  return (
    <Page title="Models" subtitle={`What ${server.name} serves`}>
      <ObservedModels server={server} frame={frame} />
      {frame && <NotTold frame={frame} />}
    </Page>
  );
}
