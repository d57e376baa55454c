import { act, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { setUpCharts, show } from "../ui/testing/show-chart.tsx";
import { Crosshair } from "./crosshair.ts";
import { SeriesChart, type SeriesView } from "./series-chart.tsx";
import type { SeriesLine } from "./series-data.ts";
import type { Zoom } from "./use-zoom.ts";

setUpCharts();

class OutOfSight {
  readonly #callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe(): void {
    const entry = { isIntersecting: false } as IntersectionObserverEntry;
    this.#callback([entry], this as unknown as IntersectionObserver);
  }
  disconnect(): void {}
}
afterEach(() => vi.stubGlobal("IntersectionObserver", ResizeObserver));

const START = Date.UTC(2026, 0, 1, 12);
const text = (value: number | null) => (value === null ? "–" : `${value} req`);
const line = (key: string, values: readonly (number | null)[], more: Partial<SeriesLine> = {}) => ({
  key,
  label: key,
  color: `var(--${key})`,
  unit: "req",
  text,
  points: values.map((value, index) => ({
    t: START + index * 1000,
    value,
    least: null,
    most: null,
  })),
  ...more,
});
const zoom: Zoom = {
  span: [START, START + 4000],
  isZoomed: true,
  isShared: true,
  to: vi.fn<Zoom["to"]>(),
  reset: vi.fn<Zoom["reset"]>(),
};
const element = (
  lines: readonly SeriesLine[],
  view: Partial<SeriesView> = {},
  more: Partial<Parameters<typeof SeriesChart>[0]> = {},
) => (
  <SeriesChart
    title="Requests"
    about=""
    unit="req"
    empty="Recording starts now."
    lines={lines}
    view={{ marks: [], zoom, ...view }}
    {...more}
  />
);
const chart = (...parts: Parameters<typeof element>) => show(element(...parts));
const path = (element: Element, color: string) =>
  element.querySelector(`path[stroke="var(--${color})"]`)?.getAttribute("d") ?? "";

test("[CHART-R1] lines are named with their newest values, marks with their time", () => {
  const marks = [{ time: START + 1000, text: "Configuration applied", color: "red" }];
  const { words, element } = chart([line("sent", [1, 2, 3]), line("failed", [0, 1, null])], {
    marks,
  });
  expect(words).toMatch(/^Requests\. sent 3 req; failed 1 req; Configuration applied at \d\d:/);
  expect(element.querySelector('[data-hint="Configuration applied"]')).not.toBeNull();
});

test("[CHART-R1] of several lines the legend names each, also the one that the chart is called after", () => {
  const legend = ({ element }: ReturnType<typeof chart>) =>
    [...element.querySelectorAll("li")].map((item) => item.textContent);
  const named = line("Requests", [3]);
  expect(legend(chart([named, line("failed", [1])]))).toEqual(["Requests3 req", "failed1 req"]);
  expect(legend(chart([named]))).toEqual(["3 req"]);
});

test("[CHART-R4] no line crosses a missing value", () => {
  const values = line("sent", [1, 2, null, 3, 4]);
  expect(path(chart([values]).element, "sent").match(/M/g)).toHaveLength(2);
  const whole = line("sent", [1, 2, 3, 4, 5]);
  expect(path(chart([whole]).element, "sent").match(/M/g)).toHaveLength(1);
});

test("[CHART-A1] the axis holds areas that stand on each other", () => {
  const stacked = [
    line("computed", [6, 6], { shape: "stack" }),
    line("queued", [5, 5], { shape: "stack" }),
  ];
  expect(chart(stacked).texts()).toContain("12");
  expect(chart(stacked.map((each) => ({ ...each, shape: "line" }))).texts()).not.toContain("12");
});

test("[CHART-A3] without values there are no ticks, only the reason", () => {
  const shown = chart([line("sent", [null, null])]);
  expect(shown.texts()).toEqual(["Time", "Requests (req)"]);
  expect(shown.element.textContent).toContain("Recording starts now.");
});

test("[CHART-A3] while its data is loading a chart makes no claim", () => {
  const shown = chart([line("sent", [])], {}, { loading: true });
  expect(shown.texts()).toEqual(["Time", "Requests (req)"]);
  expect(shown.element.textContent).not.toContain("No data");
});

test("[CHART-A3] out of sight the first data is drawn, without a claim before, and no other", async () => {
  vi.stubGlobal("IntersectionObserver", OutOfSight);
  const views = [[], [line("sent", [1, 2, 3])], [line("sent", [4, 5, 6])]];
  const view = { marks: [], zoom };
  function Changing() {
    const [at, setAt] = useState(0);
    return (
      <>
        <button type="button" id="next" onClick={() => setAt(at + 1)} />
        {element(views[at] ?? [], view)}
      </>
    );
  }
  const shown = show(<Changing />);
  const next = () => act(() => shown.element.querySelector<HTMLElement>("#next")?.click());
  expect(shown.element.textContent).toContain("No data");
  next();
  expect(shown.element.textContent).not.toContain("No data");
  expect(shown.words).toBe("Requests. ");
  const frames = () =>
    act(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
  await frames();
  expect(shown.words).toBe("Requests. sent 3 req");
  next();
  await frames();
  expect(shown.words).toBe("Requests. sent 3 req");
});

test("[CHART-Z2] [CHART-R2] arrow keys read, Escape puts the crosshair away and leaves the zoom", () => {
  const shown = chart([line("sent", [1, 2, 3])]);
  shown.press("ArrowRight", "ArrowRight");
  expect(shown.reading).toMatch(/^\d\d:\d\d:\d\d: sent 2 req$/);
  shown.press("End");
  expect(shown.reading).toContain("sent 3 req");
  shown.press("Escape");
  expect(shown.reading).toBe("none");
  expect(zoom.reset).not.toHaveBeenCalled();
  expect(shown.isZoomed).toBe(false);
  shown.doubleClick();
  expect(zoom.reset).toHaveBeenCalled();
});

test("[CHART-Z1] a drag zooms the page to the instants it began and ended at", () => {
  chart([line("sent", [1, 2, 3])]).drag(0.25, 0.5);
  const [[from, to] = [0, 0]] = vi.mocked(zoom.to).mock.lastCall ?? [];
  // The drag is measured in a surface of 500 px, drawn on one of 504 px.
  expect((from - START) / 1000).toBeCloseTo(1, 1);
  expect((to - START) / 1000).toBeCloseTo(2, 1);
});

test("[CHART-R6] charts that share a crosshair read at the same instant, and each shows no tip", () => {
  const crosshair = new Crosshair();
  const first = chart([line("sent", [1, 2, 3])], { crosshair });
  const second = chart([line("failed", [7, 8, 9])], { crosshair });
  first.press("ArrowRight", "ArrowRight");
  expect(second.reading).toContain("failed 8 req");
  expect(second.surface.getAttribute("aria-valuenow")).toBe(String(START + 1000));
  expect(second.element.textContent).not.toContain("8 req");
  act(() => crosshair.set(null));
  expect(first.reading).toBe("none");
});

test("[CHART-R3] its table has a row per instant, the newest first", () => {
  const rows = chart([line("sent", [1, 2]), line("failed", [0, null])]).table("Requests");
  expect(rows[0]).toEqual(["Time", "sent", "failed"]);
  expect(rows.slice(1).map((row) => row.slice(1))).toEqual([
    ["2 req", "–"],
    ["1 req", "0 req"],
  ]);
});
