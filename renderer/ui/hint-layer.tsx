import { useEffect, useId, useRef, useState } from "react";

interface Shown {
  readonly text: string;
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

const DELAY_MS = 250;
const EDGE = 170;

function hinted(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-hint]") : null;
}

/**
 * Shows the hints of all elements with `data-hint`, on hover and on keyboard focus. Hundreds of figures cost nothing while
 * no hint is open.
 */
export function HintLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const id = useId();
  const owner = useRef<HTMLElement | null>(null);

  useEffect(() => {
    let timer = 0;
    // The hint of a live value may change while it is open.
    const changes = new MutationObserver(() => {
      const text = owner.current?.dataset["hint"];
      if (text) setShown((now) => now && { ...now, text });
      else hide();
    });
    const hide = () => {
      clearTimeout(timer);
      changes.disconnect();
      owner.current?.removeAttribute("aria-describedby");
      owner.current = null;
      setShown(null);
    };
    const show = (element: HTMLElement, delay: number) => {
      if (owner.current === element) return;
      hide();
      owner.current = element;
      timer = window.setTimeout(() => {
        const box = element.getBoundingClientRect();
        const text = element.dataset["hint"];
        if (!text || !element.isConnected) return;
        if (text !== element.getAttribute("aria-label"))
          element.setAttribute("aria-describedby", id);
        changes.observe(element, { attributeFilter: ["data-hint"] });
        setShown({ text, x: box.left + box.width / 2, top: box.top, bottom: box.bottom });
      }, delay);
    };
    const over = (event: Event) => {
      const element = hinted(event.target);
      if (element) show(element, DELAY_MS);
      else if (owner.current && owner.current !== document.activeElement) hide();
    };
    const focused = (event: FocusEvent) => {
      const element = hinted(event.target);
      if (element?.matches(":focus-visible")) show(element, 0);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") hide();
    };
    const ending = new AbortController();
    const options = { signal: ending.signal, capture: true };
    document.addEventListener("pointerover", over, options);
    document.addEventListener("focusin", focused, options);
    document.addEventListener("focusout", hide, options);
    document.addEventListener("pointerdown", hide, options);
    document.addEventListener("scroll", hide, options);
    document.addEventListener("keydown", key, options);
    return () => {
      ending.abort();
      clearTimeout(timer);
      changes.disconnect();
    };
  }, [id]);

  const popover = useRef<HTMLDivElement>(null);
  const isShown = shown !== null;
  useEffect(() => {
    if (isShown) popover.current?.showPopover();
  }, [isShown]);

  if (!shown) return null;
  const below = shown.top < 96;
  return (
    <div
      ref={popover}
      id={id}
      role="tooltip"
      // In the top layer, so that it is above dialogs.
      popover="manual"
      className="pointer-events-none inset-auto m-0 w-max max-w-80 whitespace-pre-line rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-ink text-xs shadow-pop"
      style={{
        left: Math.min(Math.max(shown.x, EDGE), Math.max(EDGE, window.innerWidth - EDGE)),
        top: below ? shown.bottom + 6 : shown.top - 6,
        transform: below ? "translateX(-50%)" : "translate(-50%, -100%)",
      }}
    >
      {shown.text}
    </div>
  );
}
