import { useAction } from "../host/requests.ts";
import { ControlDialog } from "./control-dialog.tsx";
import type { VersionDialogProps } from "./dialog-props.ts";

export function DefaultDialog({ of, version, onDone, onClose }: VersionDialogProps) {
  const choose = useAction("torchserve.setDefault", ["torchserve.model"]);
  const send = () =>
    choose.mutate(
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
      title={`Make version ${version} the default of ${of.model}?`}
      verb="Make default"
      pending={choose.isPending}
      error={choose.error}
      onConfirm={send}
      onClose={onClose}
    >
      <p>
        From the next request on, those that name no version go to version {version}. The other
        versions keep their workers and answer requests that name them.
      </p>
    </ControlDialog>
  );
}
