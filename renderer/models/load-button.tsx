import type { ModelOverview, ObservedModel, ServerStatus } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { tellError, tellSuccess } from "../ui/toasts.tsx";
import { offWhy } from "./last-known.tsx";
import { tellStopped } from "./tell-stopped.ts";

interface LoadButtonProps {
  readonly model: Pick<ModelOverview | ObservedModel, "name" | "state">;
  readonly server: ServerStatus;
}

/** Loads a model or gives it up, whichever it is not; off while its server does not answer. */
export function LoadButton({ model, server }: LoadButtonProps) {
  const load = useAction("models.load");
  const unload = useAction("models.unload");
  const { name } = model;
  const state = model.state.toUpperCase();
  const served = state === "READY";
  const busy = load.isPending || unload.isPending;
  const run = () => {
    const of = { serverId: server.id, model: name };
    const onError = (error: Error) =>
      tellError(`${name} could not be ${served ? "un" : ""}loaded.`, error);
    if (!served)
      return load.mutate(of, { onSuccess: () => tellSuccess(`${name} is loaded`), onError });
    unload.mutate(of, {
      onSuccess: ({ stopped }) => {
        tellSuccess(`${name} is unloaded`);
        tellStopped(`With ${name}`, stopped);
      },
      onError,
    });
  };
  const off = offWhy(server);
  return (
    <Button
      disabled={busy || off !== undefined || state === "LOADING" || state === "UNLOADING"}
      data-hint={off}
      aria-label={`${served ? "Unload" : "Load"} ${name}`}
      onClick={run}
    >
      {busy ? "Working…" : served ? "Unload" : "Load"}
    </Button>
  );
}
