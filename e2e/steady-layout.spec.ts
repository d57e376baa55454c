import type { Page } from "@playwright/test";
import { expect, test } from "./console.ts";

test.use({ consoleName: "steady" });

/** Positions of the models table's headers and rows, px. */
const boxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main table thead th, main table tbody tr")].map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    }),
  );

const edge = (page: Page) =>
  page.evaluate(() => document.querySelector("main h1")?.getBoundingClientRect().x);

test("columns and rows of the models don't move while figures change", async ({
  console: running,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(running.url);
  await expect(page.getByRole("row", { name: /^ranker (.+ )?Ready/ })).toBeVisible();
  await page.getByRole("button", { name: "Send sample traffic" }).first().click();
  const throughput = page.getByRole("group", { name: "Throughput" });
  await expect(throughput).not.toHaveText(/^Throughput0 /);
  await page.getByRole("link", { name: "Models", exact: true }).click();
  await expect(page.getByRole("button", { name: "Unload ranker" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Throughput inf/s" })).toBeVisible();
  const cell = page
    .getByRole("row", { name: /^ranker / })
    .getByRole("cell")
    .first();
  const before = await boxes(page);
  const text = await cell.textContent();
  await expect(cell).not.toHaveText(text ?? "");
  expect(await boxes(page)).toEqual(before);
});

test("nothing moves sideways from one tab to the next", async ({ console: running, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(running.url);
  await page.getByRole("link", { name: "Models", exact: true }).click();
  const at = await edge(page);
  const tabs = page.getByRole("tablist");
  const place = await tabs.boundingBox();
  for (const name of ["Charts", "Settings", "Models"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    await expect(page.getByRole("tab", { name, exact: true, selected: true })).toBeVisible();
    expect(await edge(page), name).toBe(at);
    expect(await tabs.boundingBox(), name).toEqual(place);
  }
});

test("screens use the width at 2560 px", async ({ console: running, page }) => {
  await page.setViewportSize({ width: 2560, height: 1200 });
  await page.goto(running.url);
  for (const hash of ["#/", "#/models", "#/models?tab=charts", "#/models/ranker", "#/events"]) {
    await page.goto(`http://127.0.0.1:${running.port}/${hash}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const widest = () =>
      page.evaluate(() =>
        Math.max(
          ...[...document.querySelectorAll("main section, main [role=tabpanel]")].map(
            (each) => each.getBoundingClientRect().right,
          ),
        ),
      );
    await expect.poll(widest, { message: hash }).toBeGreaterThan(2450);
  }
});
