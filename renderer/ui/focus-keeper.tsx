import { type KeyboardEvent, type RefObject, useLayoutEffect } from "react";

const FOCUSABLE =
  "a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex]";

/** What Tab reaches within an element, in its order. */
function tabbable(within: HTMLElement): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) =>
      each.tabIndex >= 0 &&
      !each.matches(":disabled, [type=hidden]") &&
      each.getClientRects().length > 0,
  );
}

let dialogs = 0;

/** Nothing of the page is reached while a dialog is before it. */
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
  /** Where the focus begins; null: at the first thing that takes it. */
  readonly first: () => HTMLElement | null;
}

/**
 * Stands in a modal dialog and keeps the focus there at once. base-ui 1.9 moves the focus with the next frame
 * (floating-ui-react/utils/enqueueFocus): a busy machine draws that late, and Tab in the meantime leaves for the page
 * behind.
 */
export function FocusKeeper({ open, popup, first }: FocusKeeperProps) {
  useLayoutEffect(() => {
    if (!open) return;
    let release: (() => void) | null = null;
    let gone = false;
    // Once base-ui has noted where the focus is to go back to.
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

/** Tab after the last continues at the first, and the other way round. */
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
