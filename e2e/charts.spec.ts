import fs from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, openModel, test, withTraffic } from "./console.ts";

test.use({ consoleName: "charts" });

const TITLES = [
  "Throughput",
  "Mean latency: queue and compute",
  "Executions by batch size",
  "Batch timeline",
] as const;

const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });

const seeExecutions = (page: Page) =>
  expect(page.getByText(/^[\d,.]*[1-9][\d,.]*k? executions?, /)).toBeVisible();

async function exported(page: Page, title: string, item: string) {
  await page.getByRole("button", { name: `Export ${title}`, exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: item }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: fs.readFileSync(await file.path()) };
}

/** Opens an exported picture in a browser: its size, and its number of colours. */
function drawn(page: Page, mediaType: string, bytes: Buffer) {
  return page.evaluate(
    async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      context?.drawImage(image, 0, 0);
      const pixels = new Uint32Array(context?.getImageData(0, 0, width, height).data.buffer ?? []);
      return { width, height, colors: new Set(pixels).size, ground: pixels[0] };
    },
    `data:${mediaType};base64,${bytes.toString("base64")}`,
  );
}

function parsed(page: Page, svg: string) {
  return page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    return {
      tag: root.tagName,
      size: [Number(root.getAttribute("width")), Number(root.getAttribute("height"))],
      texts: [...root.querySelectorAll("text, tspan")].map((each) => each.textContent),
      foreign: root.querySelectorAll("[class], [style], script, foreignObject").length,
    };
  }, svg);
}

test("every chart of a model can be exported as SVG, PNG and data", async ({
  console: running,
  page,
}) => {
  await withTraffic(page, running, async () => {
    await openModel(page, "text_encoder", "1 min");
    for (const title of TITLES) {
      await card(page, title).scrollIntoViewIfNeeded();
      if (title === "Executions by batch size") await seeExecutions(page);
      const svg = await exported(page, title, "SVG picture");
      const text = svg.bytes.toString("utf8");
      expect(svg.name).toMatch(/^text-encoder-[a-z-]+\.svg$/);
      expect(text).not.toContain("var(");
      const { tag, size, texts, foreign } = await parsed(page, text);
      expect(tag).toBe("svg");
      expect(foreign).toBe(0);
      expect(texts).toContain(title);
      expect(texts.at(-1)).toMatch(/^text_encoder – Batchdeck, \d{4}-/);
      expect(texts.length).toBeGreaterThan(6);
      // The title of the x axis, and for charts of figures that of the y axis with its unit.
      expect(texts.some((each) => each === "Time" || each === "Batch size (items)")).toBe(true);
      if (title === "Throughput") expect(texts).toContain("Throughput (per second)");
      if (title.startsWith("Mean latency")) {
        expect(texts.some((each) => /^Mean latency.* \((µs|ms|s)\)$/.test(each ?? ""))).toBe(true);
      }

      const png = await exported(page, title, "PNG picture");
      const look = await drawn(page, "image/png", png.bytes);
      expect(png.name).toBe(svg.name.replace("svg", "png"));
      expect(look.width).toBe((size[0] ?? 0) * 2);
      expect(look.height).toBeGreaterThan(2 * 176);
      expect(look.colors).toBeGreaterThan(20);
      expect((await drawn(page, "image/svg+xml", svg.bytes)).colors).toBeGreaterThan(20);

      const csv = await exported(page, title, "Data as CSV");
      const [head, first] = csv.bytes.toString("utf8").split("\r\n");
      expect(csv.name).toBe(svg.name.replace("svg", "csv"));
      expect(first?.split(",")).toHaveLength(head?.split(",").length ?? 0);
    }
  });
});

test("data is exported with units, ISO times and full precision", async ({
  console: running,
  page,
}) => {
  await withTraffic(page, running, async () => {
    await openModel(page, "text_encoder", "1 min");
    const throughput = card(page, "Throughput");
    await expect(throughput.getByText(/[1-9][\d.]*\s*inf\/s/).first()).toBeVisible();
    const { bytes } = await exported(page, "Throughput", "Data as CSV");
    const [head, ...rows] = bytes.toString("utf8").trim().split("\r\n");
    expect(head).toMatch(/^Time,Throughput \(inf\/s\),Requests \(req\/s\)/);
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(row).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,/);
  });
});

test("a picture has the colours of the active theme", async ({ console: running, page }) => {
  await page.goto(running.url);
  const grounds: (number | undefined)[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await openModel(page, "ranker");
    const { bytes } = await exported(page, "Throughput", "SVG picture");
    grounds.push((await drawn(page, "image/svg+xml", bytes)).ground);
  }
  expect(grounds).toEqual([0xffffffff, 0xff1e1713]);
});

test("a chart shown as a table exports only its data, and the menu works by keyboard", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await openModel(page, "ranker");
  await page.getByRole("button", { name: "Show Throughput as a table" }).click();
  const menu: Locator = page.getByRole("button", { name: "Export Throughput", exact: true });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText(["Data as CSV"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test("a chart by batch size zooms by keyboard and by dragging, and zooms out again", async ({
  console: running,
  page,
}) => {
  await withTraffic(page, running, async () => {
    await openModel(page, "text_encoder", "1 min");
    const chart = card(page, "Executions by batch size");
    // Charts are only drawn while visible.
    await chart.scrollIntoViewIfNeeded();
    await seeExecutions(page);
    const surface = chart.getByRole("slider");
    const all = chart.getByRole("button", { name: "Show all" });
    await surface.focus();
    await page.keyboard.press("ArrowRight");
    await expect(surface).toHaveAttribute("aria-valuetext", /execution/);
    await page.keyboard.press("+");
    await expect(all).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(all).toBeHidden();
    const box = await surface.boundingBox();
    if (!box) throw new Error("The chart has no surface.");
    await page.mouse.move(box.x + box.width * 0.1, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await expect(all).toBeVisible();
    await surface.dblclick({ position: { x: 60, y: 60 } });
    await expect(all).toBeHidden();
  });
});

test("the charts over time zoom by keyboard, all together", async ({ console: running, page }) => {
  await page.goto(running.url);
  await openModel(page, "ranker", "1 min");
  const crosshair = page.getByRole("slider", { name: "Throughput: crosshair" });
  await crosshair.focus();
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/from=\d+.*to=\d+/);
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  const length = async () =>
    Number(await crosshair.getAttribute("aria-valuemax")) -
    Number(await crosshair.getAttribute("aria-valuemin"));
  await expect.poll(length).toBe(30_000);
  await page.keyboard.press("-");
  await expect.poll(length).toBe(60_000);
  await page.getByRole("button", { name: /^Live/ }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeHidden();
});
