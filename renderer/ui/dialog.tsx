import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./classes.ts";
import { FocusKeeper, keepTab } from "./focus-keeper.tsx";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the bottom. */
  readonly actions?: ReactNode;
  readonly size?: "small" | "medium" | "large";
  /** Initial focus: the content or the first field. Default: the field. */
  readonly begin?: "content" | "field";
}

const FIELDS = "input:not([type=hidden]), select, textarea";

const sizes = { small: "max-w-md", medium: "max-w-2xl", large: "max-w-6xl" };

/** A modal dialog: keeps the focus inside, closes with Escape and then restores the focus. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  size,
  begin = "field",
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const first = () =>
    begin === "content"
      ? content.current
      : (content.current?.querySelector<HTMLElement>(FIELDS) ?? null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          ref={popup}
          initialFocus={() => first() ?? true}
          onKeyDown={keepTab}
          className={cx(
            "fixed top-1/2 left-1/2 z-40 flex max-h-[88vh] w-[calc(100vw-3rem)] -translate-x-1/2 -translate-y-1/2 flex-col",
            "rounded-xl border border-line bg-surface shadow-pop outline-none",
            sizes[size ?? "small"],
          )}
        >
          <FocusKeeper open={open} popup={popup} first={first} />
          <header
            className={cx(
              "flex items-start justify-between gap-4 border-b px-5 pt-4 pb-3",
              scrolled ? "border-line" : "border-transparent",
            )}
          >
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
          <div
            ref={content}
            tabIndex={-1}
            onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
            className="min-h-0 flex-1 overflow-auto px-5 pt-1 pb-4 outline-none"
          >
            {children}
          </div>
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
