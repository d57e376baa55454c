import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNotice } from "../ui/notice.tsx";

interface ControlDialogProps {
  readonly title: string;
  /** What the button does, as a verb. */
  readonly verb: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A call that changes the server: what it does is read before it is sent, and a rejection stays in sight. */
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
