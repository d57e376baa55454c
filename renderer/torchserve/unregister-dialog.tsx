import { useAction } from "../host/requests.ts";
import { ControlDialog } from "./control-dialog.tsx";
import type { VersionDialogProps } from "./dialog-props.ts";

interface UnregisterDialogProps extends VersionDialogProps {
  /** Whether the model is removed with it. */
  readonly last: boolean;
}

export function UnregisterDialog({ of, version, last, onDone, onClose }: UnregisterDialogProps) {
  const unregister = useAction("torchserve.unregister", ["torchserve.model"]);
  const send = () =>
    unregister.mutate(
      { ...of, version },
      {
        onSuccess: (managed) => {
          onDone(managed);
          onClose();
        },
      },
    );
  return (
    <ControlDialog
      title={`Unregister version ${version} of ${of.model}?`}
      verb="Unregister"
      danger
      pending={unregister.isPending}
      error={unregister.error}
      onConfirm={send}
      onClose={onClose}
    >
      <p>
        TorchServe ends its workers and forgets the version.{" "}
        {last
          ? "It is the last version: the model is removed, and requests to it are rejected."
          : "Requests that name it are rejected."}{" "}
        The archive stays where it is; register it to have it back.
      </p>
    </ControlDialog>
  );
}
