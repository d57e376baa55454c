import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./classes.ts";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the foot. */
  readonly actions?: ReactNode;
  readonly size?: "small" | "medium" | "large";
}

const sizes = { small: "max-w-md", medium: "max-w-2xl", large: "max-w-6xl" };

/** A modal dialog: focus is kept inside, Escape closes it, focus goes back where it was. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  size,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          className={cx(
            "fixed top-1/2 left-1/2 z-40 flex max-h-[88vh] w-[calc(100vw-3rem)] -translate-x-1/2 -translate-y-1/2 flex-col",
            "rounded-xl border border-line bg-surface shadow-pop outline-none",
            sizes[size ?? "small"],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4">
            <div>
              <Base.Title className="font-semibold text-lg">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-0.5 text-muted">{description}</Base.Description>
              )}
            </div>
            <IconButton label="Close" onClick={onClose} className="-mr-2">
              <X aria-hidden="true" />
            </IconButton>
          </header>
          <div className="min-h-0 flex-1 overflow-auto px-5 py-4">{children}</div>
          {actions && (
            <footer className="flex justify-end gap-2 border-line border-t px-5 py-3">
              {actions}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
