import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach } from "vitest";
import { layOut } from "./layout.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

Element.prototype.setPointerCapture = () => {};

const unmounts: (() => void)[] = [];

/** Prepares a test file that shows charts. */
export function setUpCharts(): void {
  layOut();
  afterEach(() => act(() => unmounts.splice(0).forEach((unmount) => unmount())));
}

/** Renders a chart in a document, with the width of the tests' elements. */
export function show(chart: ReactNode): ShownChart {
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  act(() => root.render(chart));
  unmounts.push(() => {
    root.unmount();
    element.remove();
  });
  return new ShownChart(element);
}

class ShownChart {
  readonly element: HTMLElement;
  constructor(element: HTMLElement) {
    this.element = element;
  }

  find(selector: string): Element {
    const found = this.element.querySelector(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  }

  get words(): string {
    return this.find('[role="img"]').getAttribute("aria-label") ?? "";
  }

  get reading(): string {
    return this.surface.getAttribute("aria-valuetext") ?? "";
  }

  get surface(): Element {
    return this.find('[role="slider"]');
  }

  get isZoomed(): boolean {
    return [...this.element.querySelectorAll("button")].some(
      ({ textContent }) => textContent === "Show all",
    );
  }

  texts(): string[] {
    return [...this.element.querySelectorAll("svg text")].map(({ textContent }) => textContent);
  }

  press(...keys: string[]): void {
    for (const key of keys) {
      act(() => {
        this.surface.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      });
    }
  }

  /** Drags from one share of the plot's width to another. */
  drag(from: number, to: number): void {
    const width = 500;
    this.surface.getBoundingClientRect = () => new DOMRect(0, 0, width, 200);
    const at = (type: string, share: number) =>
      act(() => {
        const place = { clientX: share * width, clientY: 100, bubbles: true, button: 0 };
        this.surface.dispatchEvent(new PointerEvent(type, place));
      });
    at("pointerdown", from);
    at("pointermove", to);
    at("pointerup", to);
  }

  doubleClick(): void {
    act(() => {
      this.surface.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
    });
  }

  click(label: string): void {
    act(() => (this.find(`button[aria-label="${label}"]`) as HTMLElement).click());
  }

  /** The chart's table, heads first. */
  table(title: string): string[][] {
    this.click(`Show ${title} as a table`);
    return [...this.element.querySelectorAll("tr")].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
  }
}
