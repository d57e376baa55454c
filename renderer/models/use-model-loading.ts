import type { ServerStatus } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";
import { useAction } from "../host/requests.ts";
import { showError, showSuccess, showUndo } from "../ui/toasts.tsx";
import { setUnloaded } from "./recently-unloaded.ts";
import { describeStopped } from "../host/announce-stopped.ts";

/** Loads and unloads a model and shows the outcome. `busy`: the operation in progress. */
export function useModelLoading(server: ServerStatus, model: string) {
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
