import { useAction } from "../host/requests.ts";
import { ControlDialog } from "./control-dialog.tsx";
import type { VersionDialogProps } from "./dialog-props.ts";

interface UnregisterDialogProps extends VersionDialogProps {
  /** Whether the model is removed with it. */
  readonly last: boolean;
}

export function DefaultDialog(props: VersionDialogProps) {
  const { of, version, onClose } = props;
  const call = useVersionCall("torchserve.setDefault", props);
  return (
    <ControlDialog
      {...call}
      title={`Make version ${version} the default of ${of.model}?`}
      verb="Make default"
      onClose={onClose}
    >
      <p>
        From the next request on, those that name no version go to version {version}. The other
        versions keep their workers and answer requests that name them.
      </p>
    </ControlDialog>
  );
}

export function UnregisterDialog({ last, ...props }: UnregisterDialogProps) {
  const { of, version, onClose } = props;
  const call = useVersionCall("torchserve.unregister", props);
  return (
    <ControlDialog
      {...call}
      title={`Unregister version ${version} of ${of.model}?`}
      verb="Unregister"
      danger
      onClose={onClose}
    >
      <p>
        TorchServe ends its workers and forgets the version.{" "}
        {last
          ? "It is the last version: the model is removed, and requests to it are rejected."
          : "Requests that name it are rejected."}{" "}
        The archive is not deleted; register it to restore the version.
      </p>
    </ControlDialog>
  );
}

/** A call that changes a version and closes its dialog when it succeeded. */
function useVersionCall(
  name: "torchserve.setDefault" | "torchserve.unregister",
  { of, version, onDone, onClose }: VersionDialogProps,
) {
  const { mutate, isPending, error } = useAction(name, ["torchserve.model"]);
  const onConfirm = () =>
    mutate(
      { ...of, version },
      {
        onSuccess: (managed) => {
          onDone(managed);
          onClose();
        },
      },
    );
  return { pending: isPending, error, onConfirm };
}
