import { useState } from "react";
import type { ModelOverview, ObservedModel, ServerStatus } from "../../main/contract/index.ts";
import { Button } from "../ui/button.tsx";
import { unavailableReason } from "../host/last-known.tsx";
import { setUnloaded, useIsUnloaded } from "./recently-unloaded.ts";
import { UnloadDialog } from "./unload-dialog.tsx";
import { useHost } from "../host/context.tsx";
import { useAction } from "../host/requests.ts";
import { showError, showSuccess, showUndo } from "../ui/toasts.tsx";
import { describeStopped } from "../host/announce-stopped.ts";

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

/** Loads and unloads a model and shows the outcome. `busy`: the operation in progress. */
function useModelLoading(server: ServerStatus, model: string) {
  const { client } = useHost();
  const loading = useAction("models.load", ["models.detail", "configs.get"]);
  const unloading = useAction("models.unload", ["models.detail", "configs.get"]);
  const key = { serverId: server.id, model };
  const loaded = () => {
    setUnloaded(server.id, model, false);
    showSuccess(`${model} loaded`);
  };
  const failed = (error: unknown) => showError(`Can't load ${model}`, error);

  const load = (again: boolean) =>
    loading.mutate({ ...key, again }, { onSuccess: loaded, onError: failed });
  /** Called from the toast, which outlives the page. */
  const loadAgain = () =>
    void client.request("models.load", { ...key, again: true }).then(loaded, failed);
  const unload = () =>
    unloading.mutate(key, {
      onSuccess: ({ stopped }) => {
        setUnloaded(server.id, model, true);
        const { names, reasons } = describeStopped(stopped);
        const also = names === "" ? "" : `${names} stopped serving too. ${reasons}`.trim();
        showUndo(also === "" ? "success" : "warning", `${model} unloaded`, also, {
          label: "Load again",
          run: loadAgain,
        });
      },
      onError: (error) => showError(`Can't unload ${model}`, error),
    });
  const busy = loading.isPending ? "Loading…" : unloading.isPending ? "Unloading…" : null;
  return { load, unload, busy };
}
