import fs from "node:fs";
import path from "node:path";
import { editor, expect, openModel, type RunningConsole, test } from "./console.ts";
import type { Page } from "@playwright/test";
import { discard, problems } from "./workbench.ts";

test.describe.configure({ mode: "serial" });

const configFile = (running: RunningConsole) =>
  path.join(running.dataDirectory, "models", "ranker", "config.pbtxt");

async function openConfiguration(page: Page, running: RunningConsole) {
  await page.goto(running.url);
  await openModel(page, "ranker");
  await page.getByRole("tab", { name: "Configuration" }).click();
  await expect(editor(page)).toContainText("max_batch_size");
}

test("enabling dynamic batching: hint, diff, apply, served and written", async ({
  console: running,
  page,
}) => {
  await openConfiguration(page, running);
  const before = fs.readFileSync(configFile(running), "utf8");
  // The notice says it once: neither the form nor the list of findings repeats it.
  await expect(problems(page)).toContainText("No other problems found.");
  await expect(page.getByText(/has no dynamic_batching/)).toHaveCount(0);
  await page.getByRole("button", { name: "Turn on dynamic batching" }).click();
  await expect(editor(page)).toContainText("dynamic_batching");
  expect(fs.readFileSync(configFile(running), "utf8")).toBe(before);

  await page.getByRole("button", { name: "Review and apply" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("dynamic_batching");
  await dialog.getByLabel("Note").fill("first success");
  await dialog.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("ranker serves with the new configuration")).toBeVisible();

  const after = fs.readFileSync(configFile(running), "utf8");
  expect(after).toContain("dynamic_batching");
  // The file's comments are kept.
  expect(after.split("\n")[0]).toBe(before.split("\n")[0]);
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText("first success")).toBeVisible();
});

test("an error is shown with its line and column while typing", async ({
  console: running,
  page,
}) => {
  await openConfiguration(page, running);
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nmax_batchsize: 4");
  await expect(page.getByText(/max_batchsize/).last()).toBeVisible();
  await expect(page.getByRole("button", { name: /\d+:1/ }).first()).toBeVisible();
  // The next test needs this draft.
  await expect(page.getByText("Draft saved")).toBeVisible();
});

test("unsaved text is restored when the window is reopened", async ({
  console: running,
  page,
  context,
}) => {
  await openConfiguration(page, running);
  await expect(editor(page)).toContainText("max_batchsize");
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" # typed last");
  await page.close({ runBeforeUnload: true });
  const again = await context.newPage();
  await openConfiguration(again, running);
  await expect(editor(again)).toContainText("# typed last");
});

test("a failing configuration changes nothing and keeps the draft", async ({
  console: running,
  page,
}) => {
  await openConfiguration(page, running);
  const before = fs.readFileSync(configFile(running), "utf8");
  await page.getByRole("button", { name: "Review and apply" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText(/Not applied/)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(fs.readFileSync(configFile(running), "utf8")).toBe(before);
  await expect(editor(page)).toContainText("max_batchsize");
  await discard(page);
  await expect(editor(page)).not.toContainText("max_batchsize");
});

test("History reverts to an earlier configuration", async ({ console: running, page }) => {
  await openConfiguration(page, running);
  await page.getByRole("tab", { name: "History" }).click();
  await page
    .getByRole("button", { name: /^Revert to/ })
    .last()
    .click();
  const ask = page.getByRole("dialog", { name: /^Revert ranker to the configuration of/ });
  await ask.getByRole("button", { name: "Revert ranker" }).click();
  await expect(page.getByText(/ranker serves with the configuration of/)).toBeVisible();
  expect(fs.readFileSync(configFile(running), "utf8")).not.toMatch(/^dynamic_batching/m);
  await expect(page.getByRole("button", { name: "Turn on dynamic batching" })).toBeVisible();
});
