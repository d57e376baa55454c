import fs from "node:fs";
import type { Page } from "@playwright/test";
import { editor, expect, openModel, type RunningConsole, test } from "./console.ts";
import { warmUpBriefly } from "./workbench.ts";

test.use({ consoleName: "prove" });

async function beginExperiment(page: Page, name: string) {
  await page.getByRole("link", { name: "New experiment" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "New experiment" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill(name);
}

async function runExperiment(page: Page, name: string) {
  await beginExperiment(page, name);
  await page.getByLabel("Seconds per step").fill("1");
  await warmUpBriefly(page);
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByRole("progressbar", { name: "Progress of the experiment" })).toBeVisible();
  await expect(page.getByRole("timer")).toContainText("left");
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
}

/** Opens the experiment with that name; `run` creates it if no earlier test has. */
async function openExperiment(
  page: Page,
  running: RunningConsole,
  name: string,
  run: (page: Page, name: string) => Promise<void>,
) {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Experiments", exact: true }).click();
  const link = page.getByRole("link", { name, exact: true }).first();
  const list = page.getByRole("table").or(page.getByText("No experiments yet"));
  await expect(list.first()).toBeVisible();
  if (await link.isVisible()) await link.click();
  else {
    await openModel(page, "ranker");
    await run(page, name);
  }
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

const openBaseline = (page: Page, running: RunningConsole) =>
  openExperiment(page, running, "baseline", runExperiment);

/** Stops it after its first step. */
async function stopExperiment(page: Page, name: string) {
  await beginExperiment(page, name);
  await page.getByLabel("Seconds per step").fill("2");
  await warmUpBriefly(page);
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByRole("row", { name: /^1 / }).first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Stop and keep" }).click();
  await expect(page.getByText("Stopped", { exact: true }).first()).toBeVisible();
}

const openStopped = (page: Page, running: RunningConsole) =>
  openExperiment(page, running, "cut short", stopExperiment);

/** Items per execution at a concurrency, from the server's counters. */
async function meanBatchAt(page: Page, concurrency: number): Promise<number> {
  const server = page.getByRole("table", { name: /server/i });
  const row = server.getByRole("row", { name: new RegExp(`^${concurrency} client`) });
  return Number.parseFloat((await row.getByRole("cell").nth(2).textContent()) ?? "");
}

test("an experiment over three concurrencies, with its result per step", async ({
  console: running,
  page,
}) => {
  await openBaseline(page, running);
  for (const concurrency of [1, 8, 32]) {
    await expect(
      page.getByRole("row", { name: new RegExp(`^${concurrency} `) }).first(),
    ).toBeVisible();
  }
  await expect.poll(() => meanBatchAt(page, 32)).toBe(1);
});

test("run again after turning on dynamic batching opens the comparison, load by load", async ({
  console: running,
  page,
}) => {
  await openBaseline(page, running);
  await openModel(page, "ranker");
  await page.getByRole("tab", { name: "Configuration" }).click();
  await page.getByRole("button", { name: "Turn on dynamic batching" }).click();
  await expect(editor(page)).toContainText("dynamic_batching");
  await page.getByRole("button", { name: "Review and apply" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("ranker serves with the new configuration")).toBeVisible();

  await page.getByRole("link", { name: "Experiments", exact: true }).click();
  await page.getByRole("link", { name: "baseline", exact: true }).first().click();
  await page.getByRole("button", { name: "Run again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Compare experiments" })).toBeVisible();
  const progress = page.getByRole("progressbar", { name: "Progress of the experiment" });
  await expect(progress).toBeVisible();
  await page.reload();
  await expect(progress).toBeVisible();
  await expect(progress).toBeHidden({ timeout: 60_000 });

  await expect(page.getByTestId("comparison-words")).toContainText(/at (1, )?\d+/i);
  await expect(page.getByRole("list", { name: "Changed fields" })).toContainText(
    "dynamic_batching",
  );
  const table = page.getByRole("table", { name: "Load by load" });
  for (const load of ["1 client", "8 clients", "32 clients"]) {
    await expect(table.getByRole("row", { name: new RegExp(`^${load}`) })).toBeVisible();
  }
  await expect(table.getByRole("row", { name: /^32 clients/ })).toContainText(/\d ?[×%]\s*\(/);
  await expect(page.getByText("Measured differently")).toBeHidden();
  await page.getByRole("button", { name: "8 clients", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "All figures at 8 clients" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Differences" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Configuration difference" })).toBeVisible();

  await page.getByRole("link", { name: "Experiments", exact: true }).click();
  await page.getByRole("link", { name: "baseline, run 2", exact: true }).click();
  await expect.poll(() => meanBatchAt(page, 32)).toBeGreaterThan(1);
});

test("the result is exported as CSV, JSON and a command line", async ({
  console: running,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openBaseline(page, running);

  const download = async (label: string) => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: label }).click(),
    ]);
    return fs.readFileSync((await file.path())!, "utf8");
  };
  expect((await download("Table (CSV)")).split("\n")[0]).toContain("Concurrency");
  expect(JSON.parse(await download("Data (JSON)"))).toHaveProperty("version");

  await page.getByRole("button", { name: "Copy as command" }).click();
  await page.getByRole("button", { name: "Copy Batchdeck’s command" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(
      /^npm run --silent batchdeck -- measure -m ranker -u 127\.0\.0\.1:\d+ .*--concurrency-range/,
    );
});

test("stopping an experiment keeps its measurements", async ({ console: running, page }) => {
  await openStopped(page, running);
  await expect(page.getByText("Stopped", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("row", { name: /^1 / }).first()).toBeVisible();
});

test("experiments are kept when the console starts again", async ({ console: running, page }) => {
  await openBaseline(page, running);
  await openStopped(page, running);
  await running.restart();
  await page.goto(running.url);
  await page.getByRole("link", { name: "Experiments", exact: true }).click();
  for (const name of ["baseline", "cut short"]) {
    await expect(page.getByRole("link", { name, exact: true }).first()).toBeVisible();
  }
});
