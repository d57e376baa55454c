import { useState } from "react";
import type { ModelOverview, ObservedModel, ServerStatus } from "../../main/contract/index.ts";
import { Button } from "../ui/button.tsx";
import { unavailableReason } from "../host/last-known.tsx";
import { useIsUnloaded } from "./recently-unloaded.ts";
import { UnloadDialog } from "./unload-dialog.tsx";
import { useModelLoading } from "./use-model-loading.ts";

interface LoadButtonProps {
  readonly model: Pick<ModelOverview | ObservedModel, "name" | "state">;
  readonly server: ServerStatus;
}

/** Loads a model, or unloads it after a confirmation; disabled while its server doesn't answer. */
export function LoadButton({ model, server }: LoadButtonProps) {
  const { name } = model;
  const [asking, setAsking] = useState(false);
  const { load, unload, busy } = useModelLoading(server, name);
  const again = useIsUnloaded(server.id, name);
  const state = model.state.toUpperCase();
  const served = state === "READY";
  const label = served ? "Unload" : again ? "Load again" : "Load";
  const off = unavailableReason(server);
  return (
    <>
      <Button
        disabled={
          busy !== null || off !== undefined || state === "LOADING" || state === "UNLOADING"
        }
        data-hint={off}
        aria-label={`${label} ${name}`}
        onClick={() => (served ? setAsking(true) : load(again))}
      >
        {busy ?? label}
      </Button>
      {asking && (
        <UnloadDialog
          model={name}
          server={server}
          onUnload={unload}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
