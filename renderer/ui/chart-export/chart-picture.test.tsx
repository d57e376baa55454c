import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chartPicture } from "./chart-picture.ts";

const box = (element: Element, ...rect: ConstructorParameters<typeof DOMRect>) => {
  element.getBoundingClientRect = () => new DOMRect(...rect);
  return element;
};

/** A legend and a chart in a page's layout. */
function page() {
  document.body.innerHTML = `
    <div id="legend"><span class="text-xs">p99 &amp; max</span><button>Log</button></div>
    <div id="chart">
      <svg class="plot" role="img" data-x="1" viewBox="0 0 400 100">
        <path class="line" style="stroke: rgb(1, 2, 3); fill: none" d="M0 0L9 9"/>
        <g data-export="none"><text>cursor</text></g>
        <text x="3" fill="rgb(4, 5, 6)">20 ms &lt; x</text>
      </svg>
    </div>`;
  const find = (selector: string) => {
    const found = document.querySelector(selector);
    if (!found) throw new Error(selector);
    return found;
  };
  box(find("span"), 110, 55, 60, 16);
  box(find("svg"), 100, 90, 400, 100);
  return {
    legend: box(find("#legend"), 100, 50, 400, 30),
    chart: box(find("#chart"), 100, 80, 400, 120),
  };
}

const picture = (mark?: string) =>
  chartPicture({
    title: "Latency <p99>",
    about: "Response time.\nExact.",
    mark,
    source: "ranker – Batchdeck, 2026-01-01",
    ...page(),
  });

beforeEach(() => {
  // jsdom has neither a canvas to mix colours nor positions of words.
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  Range.prototype.getBoundingClientRect = () => new DOMRect(110, 55, 30, 16);
});
afterEach(() => vi.restoreAllMocks());

const parse = (svg: string) =>
  new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;

test("[CHART-E1] it is XML that is alone, with title, legend, axes, sources and page", () => {
  const { svg, width, height } = picture();
  const root = parse(svg);
  expect(root.tagName).toBe("svg");
  expect(root.getAttribute("viewBox")).toBe(`0 0 ${width} ${height}`);
  const texts = [...root.querySelectorAll("text")].map((each) => each.textContent);
  expect(texts).toEqual([
    "Latency <p99>",
    "p99 & max",
    "20 ms < x",
    "Response time.",
    "Exact.",
    "ranker – Batchdeck, 2026-01-01",
  ]);
  expect(root.querySelectorAll("[class], [style], [data-x], [role]")).toHaveLength(0);
  expect(svg).not.toContain("var(");
});

test("looks are computed, and each part is where it stood", () => {
  const root = parse(picture().svg);
  const path = root.querySelector("path");
  expect(path?.getAttribute("stroke")).toBe("rgb(1, 2, 3)");
  expect(path?.getAttribute("fill")).toBe("none");
  const plot = root.querySelector("svg svg");
  expect([plot?.getAttribute("x"), plot?.getAttribute("y")]).toEqual(["0", "10"]);
  expect(plot?.getAttribute("width")).toBe("400");
});

test("[CHART-E5] a mark is below the title, and in the description", () => {
  const root = parse(picture("INVALID: generator late").svg);
  const texts = [...root.querySelectorAll("text")].map((each) => each.textContent);
  expect(texts[1]).toBe("INVALID: generator late");
  expect(root.querySelector("desc")?.textContent).toMatch(/^INVALID: generator late\n/);
  expect(picture("INVALID").height).toBeGreaterThan(picture().height);
});
