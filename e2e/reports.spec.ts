import type { Page } from "@playwright/test";
import { expect, temporaryDirectory, test } from "./console.ts";
import { warmUpBriefly } from "./workbench.ts";
import path from "node:path";
import fs from "node:fs";

test.use({ consoleName: "reports", actionTimeout: 20_000 });
test.slow();

/** Elements that overflow: the page, or anything that would scroll or be cut off on paper. */
const overflowing = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>("body *")]
      .filter((each) => !each.closest("svg") && each.scrollWidth > each.clientWidth + 1)
      .filter((each) => getComputedStyle(each).display !== "inline")
      .map(
        (each) => `${each.tagName} ${each.className}: ${each.scrollWidth} in ${each.clientWidth}`,
      ),
  );

test("[LAB-EXPORT-9] the report of an experiment fits 1,280 px and paper, opens with the result, and shows no raw JSON", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await expect(page.getByRole("row", { name: /^mlp (.+ )?Ready/ })).toBeVisible();
  await page.goto(new URL("/#/experiments/new?model=mlp", running.url).href);
  await page.getByLabel("Name", { exact: true }).fill("for the report");
  await page.getByLabel("Seconds per step").fill("1");
  await warmUpBriefly(page);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("Done", { exact: true }).first()).toBeVisible({ timeout: 120_000 });

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /report/i }).click(),
  ]);
  const file = path.join(temporaryDirectory("report"), "report.html");
  await download.saveAs(file);

  const reader = await page.context().newPage();
  await reader.setViewportSize({ width: 1280, height: 900 });
  await reader.goto(`file://${file}`);
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("for the report");
  await expect(reader.getByText("Latency against throughput")).toBeInViewport();
  await expect(reader.getByRole("heading", { name: "Machine" })).toBeInViewport();
  expect(await overflowing(reader)).toEqual([]);

  const shown = await reader.locator("body").innerText();
  expect(shown).not.toMatch(/"\w+":|\{"|\[\{|batchdeck\.experiment/);
  expect(shown.match(/Invalid: /g)?.length ?? 0).toBeLessThanOrEqual(1);

  // A4 without margins.
  await reader.emulateMedia({ media: "print", colorScheme: "dark" });
  await reader.setViewportSize({ width: 703, height: 900 });
  expect(await overflowing(reader)).toEqual([]);
  const ground = await reader.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe("rgb(255, 255, 255)");
  expect((await reader.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
  fs.rmSync(path.dirname(file), { recursive: true });
});
