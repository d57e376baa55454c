import { useState } from "react";
import type { TorchserveVersion } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Field, TextInput } from "../ui/field.tsx";
import { ControlDialog } from "./control-dialog.tsx";
import type { VersionDialogProps } from "./dialog-props.ts";
import { parseCount, describeScaling, wrongScale } from "./scaling.ts";

export function ScaleDialog({
  of,
  version,
  now,
  onDone,
  onClose,
}: VersionDialogProps & { readonly now: TorchserveVersion }) {
  const scale = useAction("torchserve.scale", ["torchserve.model"]);
  const [least, setLeast] = useState(String(now.minWorkers));
  const [most, setMost] = useState(String(now.maxWorkers));
  const [wait, setWait] = useState(false);
  const wrong = wrongScale(least, most);
  const [minWorkers, maxWorkers] = [parseCount(least) ?? 0, parseCount(most) ?? 0];
  const send = () =>
    scale.mutate(
      { ...of, version, minWorkers, maxWorkers, wait },
      {
        onSuccess: (managed) => {
          onDone(managed);
          onClose();
        },
      },
    );
  return (
    <ControlDialog
      title={`Scale the workers of ${of.model}?`}
      verb="Scale"
      disabled={wrong !== null}
      pending={scale.isPending}
      error={scale.error}
      onConfirm={send}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label="At least">
          {(props) => (
            <TextInput
              {...props}
              inputMode="numeric"
              value={least}
              onChange={(event) => {
                setLeast(event.target.value);
                if (most === least) setMost(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label="At most">
          {(props) => (
            <TextInput
              {...props}
              inputMode="numeric"
              value={most}
              onChange={(event) => setMost(event.target.value)}
            />
          )}
        </Field>
      </div>
      {wrong ? (
        <p role="alert" className="text-bad">
          {wrong}
        </p>
      ) : (
        describeScaling(now, minWorkers, maxWorkers).map((words) => <p key={words}>{words}</p>)
      )}
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={wait}
          onChange={(event) => setWait(event.target.checked)}
        />
        <span>
          Wait until the workers are ready
          <span className="block text-muted text-xs">
            At most five minutes. Otherwise TorchServe responds at once and scales afterwards.
          </span>
        </span>
      </label>
    </ControlDialog>
  );
}
