import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmProps {
  readonly open: boolean;
  /** A question that names the target. */
  readonly title: string;
  readonly children: ReactNode;
  /** The button's label, verb and object: "Delete session". */
  readonly verb: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Information needed for the decision is still loading. */
  readonly waiting?: boolean;
  readonly size?: "small" | "medium";
}

/** Asks for confirmation of something that can't be undone. */
export function Confirm(props: ConfirmProps) {
  const {
    open,
    title,
    children,
    verb,
    onConfirm,
    onClose,
    waiting = false,
    size = "small",
  } = props;
  return (
    <Dialog
      size={size}
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            disabled={waiting}
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
