import type { ModelOverview } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { tellError, tellSuccess } from "../ui/toasts.tsx";
import { tellStopped } from "./tell-stopped.ts";

/** Loads a model or gives it up, whichever it is not. */
export function LoadButton({ model, serverId }: { model: ModelOverview; serverId: string }) {
  const load = useAction("models.load");
  const unload = useAction("models.unload");
  const { name } = model;
  const served = model.state === "READY";
  const busy = load.isPending || unload.isPending;
  const run = () => {
    const of = { serverId, model: name };
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
  return (
    <Button
      disabled={busy || model.state === "LOADING" || model.state === "UNLOADING"}
      aria-label={`${served ? "Unload" : "Load"} ${name}`}
      onClick={run}
    >
      {busy ? "Working…" : served ? "Unload" : "Load"}
    </Button>
  );
}
