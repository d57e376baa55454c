import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./console.ts";
import { expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "tuning" });
test.describe.configure({ mode: "serial" });

/** A comparison measures both sides twice, each with its warm-up. */
const MEASURED = { timeout: 60_000 };

async function openTuning(page: Page, url: string) {
  await page.goto(url);
  await page.getByRole("link", { name: "Tuning", exact: true }).click();
}

async function openSession(page: Page, url: string) {
  await openTuning(page, url);
  await page.getByRole("link", { name: "Tuning ranker" }).click();
}

test("a session begins with a baseline of the active configuration", async ({
  console: running,
  page,
}) => {
  test.setTimeout(120_000);
  await openTuning(page, running.url);
  await expect(page.getByText("No tuning sessions yet")).toBeVisible();
  await page.getByRole("link", { name: "Tune a model" }).click();
  await page.getByLabel("Model", { exact: true }).selectOption("ranker");
  await page.getByRole("button", { name: "Manual", exact: true }).click();
  await page.getByLabel("Repetitions").fill("1");
  await expect(page.getByText("1 is not between 2 and 20.")).toBeVisible();
  await page.getByLabel("Repetitions").fill("2");
  await page.getByLabel("Seconds per measurement").fill("1");
  await page.getByLabel("Max warm-up, seconds").fill("0.5");
  await page.getByRole("button", { name: "Measure the baseline" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(page.getByRole("heading", { name: "What to try first" })).toBeVisible(MEASURED);
  const first = page.getByRole("listitem").filter({ hasText: "most promising" });
  await expect(first).toContainText("Turn on dynamic batching");
  await expect(first).toContainText(/Expected effect: .*throughput: .* in queue \(\d+ %\)/);
  await first.getByRole("button", { name: "Show diff" }).click();
  await expect(page.getByLabel("Turn on dynamic batching", { exact: true })).toContainText(
    "dynamic_batching",
  );
});

test("a change is measured and kept, which makes it active", async ({ console: running, page }) => {
  test.setTimeout(180_000);
  await openSession(page, running.url);
  await page.getByRole("button", { name: "Measure: Turn on dynamic batching" }).click();
  await expect(page.getByRole("heading", { name: "keep it?" })).toBeVisible(MEASURED);
  await expect(page.getByRole("table", { name: "Differences" })).toContainText("Throughput");
  await expect(page.getByText(/^Recommendation|^Inconclusive/)).toBeVisible();
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(page.getByRole("heading", { name: "What to try next" })).toBeVisible();
  const log = page.getByRole("table", { name: "Changes tried" });
  await expect(log.getByRole("row", { name: /Turn on dynamic batching/ })).toContainText("Kept");
  await expect(page.getByText("1 tried, 1 kept")).toBeVisible();
});

test("another change is cancelled, and the session continues from the active configuration", async ({
  console: running,
  page,
}) => {
  await openSession(page, running.url);
  await page.getByRole("button", { name: /^Measure: .*instance/ }).click();
  await page.getByRole("button", { name: "Cancel measurement" }).click();
  await expect(page.getByText("The last measurement failed")).toBeVisible(MEASURED);
  await expect(page.getByRole("heading", { name: "What to try next" })).toBeVisible();
});

for (const scheme of ["light", "dark"] as const) {
  test(`the session has no accessibility violation, ${scheme}`, async ({
    console: running,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openSession(page, running.url);
    await expect(page.getByRole("heading", { name: "What to try next" })).toBeVisible();
    await expectAccessible(page, "choosing");
    await page.getByRole("button", { name: "Custom change…" }).click();
    await expectAccessible(page, "a custom change");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Tuning", exact: true }).click();
    await expect(page.getByRole("table", { name: "Tuning sessions" })).toBeVisible();
    await expectAccessible(page, "the sessions");
  });
}

test("the session ends with the configuration in its file, and a report", async ({
  console: running,
  page,
}) => {
  await openSession(page, running.url);
  const [report] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Report as Markdown" }).click(),
  ]);
  const text = fs.readFileSync((await report.path()) ?? "", "utf8");
  expect(text).toContain("Turn on dynamic batching");
  expect(text).toContain("| kept |");

  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await modal(page)
    .or(page.getByRole("alertdialog"))
    .getByRole("button", { name: "Finish" })
    .click();
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
  const file = path.join(running.dataDirectory, "models", "ranker", "config.pbtxt");
  await expect(page.getByText(`The configuration was written to ${file}.`)).toBeVisible();
  expect(fs.readFileSync(file, "utf8")).toContain("dynamic_batching");
});
