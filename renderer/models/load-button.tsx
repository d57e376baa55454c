import type { ModelOverview } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { tellError, tellSuccess } from "../ui/toasts.tsx";

/** Loads a model or gives it up, whichever it is not. */
export function LoadButton({ model, serverId }: { model: ModelOverview; serverId: string }) {
  const load = useAction("models.load");
  const unload = useAction("models.unload");
  const { name } = model;
  const served = model.state === "READY";
  const busy = load.isPending || unload.isPending;
  const run = () => {
    const [action, done] = served ? [unload, "is unloaded"] : [load, "is loaded"];
    action.mutate(
      { serverId, model: name },
      {
        onSuccess: () => tellSuccess(`${name} ${done}`),
        onError: (error) => tellError(`${name} could not be ${served ? "un" : ""}loaded.`, error),
      },
    );
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
