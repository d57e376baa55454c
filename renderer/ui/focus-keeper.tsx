import { type KeyboardEvent, type RefObject, useLayoutEffect } from "react";

const FOCUSABLE =
  "a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex]";

/** Elements that Tab reaches within an element, in order. */
function tabbable(within: HTMLElement): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) =>
      each.tabIndex >= 0 &&
      !each.matches(":disabled, [type=hidden]") &&
      each.getClientRects().length > 0,
  );
}

let dialogs = 0;

/** Makes the page unreachable while a dialog is open. */
function holdPage(): () => void {
  const page = document.getElementById("root");
  dialogs += 1;
  if (page) page.inert = true;
  return () => {
    dialogs -= 1;
    if (page) page.inert = dialogs > 0;
  };
}

interface FocusKeeperProps {
  readonly open: boolean;
  readonly popup: RefObject<HTMLElement | null>;
  /** Initial focus; null: the first focusable element. */
  readonly first: () => HTMLElement | null;
}

/**
 * Keeps the focus in a modal dialog from the start. base-ui 1.9 moves the focus in the next frame
 * (floating-ui-react/utils/enqueueFocus), which is late on a busy machine, so that Tab could reach the page behind the
 * dialog.
 */
export function FocusKeeper({ open, popup, first }: FocusKeeperProps) {
  useLayoutEffect(() => {
    if (!open) return;
    let release: (() => void) | null = null;
    let gone = false;
    // After base-ui has stored where to restore the focus.
    queueMicrotask(() => {
      const element = popup.current;
      if (gone || !element) return;
      if (!element.contains(document.activeElement))
        (first() ?? tabbable(element)[0] ?? element).focus();
      release = holdPage();
    });
    return () => {
      gone = true;
      release?.();
    };
    // Only opening moves the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open, popup]);
  return null;
}

/** Tab after the last element continues at the first, and vice versa. */
export function keepTab(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: popup, target } = event;
  if (event.key !== "Tab" || event.defaultPrevented || !popup.contains(target as Node)) return;
  const all = tabbable(popup);
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  if (target !== from && target !== popup) return;
  if (target === popup && !event.shiftKey) return;
  event.preventDefault();
  to?.focus();
}
