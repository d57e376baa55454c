import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNotice } from "../ui/notice.tsx";

interface ControlDialogProps {
  readonly title: string;
  /** The button's label, a verb. */
  readonly verb: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A call that changes the server: describes its effect first, and shows a rejection. */
export function ControlDialog(props: ControlDialogProps) {
  const { title, verb, danger, disabled, pending, error, onConfirm, onClose, children } = props;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{pending ? "Close" : "Cancel"}</Button>
          <Button
            look={danger ? "danger" : "primary"}
            disabled={disabled || pending}
            onClick={onConfirm}
          >
            {pending ? "Waiting for TorchServe…" : verb}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {children}
        {error && <ErrorNotice title="TorchServe rejected the request" error={error} />}
      </div>
    </Dialog>
  );
}
