import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, type RunningConsole, test } from "./console.ts";
import { expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "search" });
test.describe.configure({ mode: "serial" });

/** Timeout of a few short measurements with warm-up on a busy machine. */
const SEARCHED = { timeout: 180_000 };
const STARTED = { timeout: 60_000 };

async function openForm(page: Page, url: string, model: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: "Tuning", exact: true }).click();
  await page.getByRole("link", { name: "Tune a model" }).click();
  await page.getByLabel("Model", { exact: true }).selectOption(model);
  await page.getByText("Search space").click();
  await page.getByLabel("Seconds per measurement").fill("0.5");
  await page.getByLabel("Warm-up, s").fill("1");
}

async function start(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Find the best configuration" }).click();
  await expect(page.getByRole("progressbar", { name: "Progress of the search" })).toBeVisible(
    STARTED,
  );
}

const configFile = ({ dataDirectory }: RunningConsole, model: string) =>
  path.join(dataDirectory, "models", model, "config.pbtxt");

const measurements = (page: Page) =>
  page.getByRole("table", { name: "Measurements of the search" }).locator("tbody tr");

test("a search with a few measurements ends with a result that can be applied", async ({
  console: running,
  page,
}) => {
  test.setTimeout(300_000);
  await openForm(page, running.url, "ranker");
  await page.getByLabel("p99 limit, ms").fill("0");
  await expect(page.getByText("0 is not between 0.01 and 3600000.")).toBeVisible();
  await page.getByLabel("p99 limit, ms").fill("200");
  await page.getByLabel("Measurements", { exact: true }).fill("4");
  await page.getByLabel("Max batch size").fill("16");
  await page.getByLabel("Max instances").fill("2");
  await page.getByLabel("Clients").fill("1, 16");
  await expect(page.getByLabel("Preferred batch sizes")).toBeChecked();
  await page.getByLabel("Threads per instance").uncheck();
  await page.getByLabel("Pairs to confirm").fill("2");
  await expectAccessible(page, "the goal");
  const before = fs.readFileSync(configFile(running, "ranker"), "utf8");
  await start(page);
  await expect(page.getByRole("img", { name: /^Map\. measurement 1/ })).toBeVisible(SEARCHED);
  await expectAccessible(page, "the search");
  const stages = page.getByRole("list", { name: "Stages" });
  await expect(stages.locator("[aria-current=step]")).toHaveText("4. Result", SEARCHED);
  expect(await measurements(page).count()).toBeGreaterThan(1);
  expect(fs.readFileSync(configFile(running, "ranker"), "utf8")).toBe(before);

  const map = page.getByRole("region", { name: "Map" });
  await map.getByRole("button", { name: "Show Map as a table" }).click();
  await expect(map.getByRole("row", { name: /Measured, 1/ })).toBeVisible();
  const [report] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Report as HTML" }).click(),
  ]);
  const html = fs.readFileSync((await report.path()) ?? "", "utf8");
  expect(html).toContain("Highest throughput with p99 ≤ 200 ms");

  // A model without batching gains from it here, but noise may prevent the confirmation.
  const apply = page.getByRole("button", { name: "Apply", exact: true });
  const draft = page.getByRole("button", { name: "Keep as draft" });
  if (await apply.isVisible()) {
    await apply.click();
    await modal(page).getByRole("button", { name: "Apply configuration" }).click();
    await expect(page.getByText(`Written to ${configFile(running, "ranker")}.`)).toBeVisible();
    expect(fs.readFileSync(configFile(running, "ranker"), "utf8")).not.toBe(before);
  } else if (await draft.isVisible()) {
    await draft.click();
    await expect(page.getByText("Kept as draft")).toBeVisible();
  } else {
    await expect(page.getByText("The active configuration is the best")).toBeVisible();
  }
});

test("a search pauses, and restores the active configuration when stopped", async ({
  console: running,
  page,
}) => {
  test.setTimeout(240_000);
  const file = configFile(running, "text_encoder");
  const before = fs.readFileSync(file, "utf8");
  await openForm(page, running.url, "text_encoder");
  await page.getByLabel("Measurements", { exact: true }).fill("50");
  await page.getByLabel("Clients").fill("1, 4");
  await start(page);
  await expect(measurements(page).first()).toBeVisible(SEARCHED);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("The former configuration is active. Resume")).toBeVisible(SEARCHED);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible(STARTED);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByText(/^Stopped after \d+ measurement/)).toBeVisible(STARTED);
  expect(fs.readFileSync(file, "utf8")).toBe(before);
  await page.getByRole("link", { name: "Tuning", exact: true }).click();
  const row = page.getByRole("row", { name: /Search text_encoder/ });
  await expect(row).toContainText("Stopped");
});
