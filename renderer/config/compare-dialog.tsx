import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Comparison, type ComparedText } from "./comparison.tsx";

interface CompareDialogProps {
  readonly title: string;
  readonly description?: string | undefined;
  readonly sides: readonly [ComparedText, ComparedText];
  /** Buttons next to Close. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/** Compares two configurations by field and by text. */
export function CompareDialog({ title, description, sides, actions, onClose }: CompareDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      begin="content"
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {actions}
        </>
      }
    >
      <Comparison sides={sides} />
    </Dialog>
  );
}
