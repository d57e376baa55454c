import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, type RunningConsole, test } from "./console.ts";
import { type RemoteEngine, startRemoteEngine } from "./remote-engine.ts";
import { append, apply, expectAccessible, modal, review } from "./workbench.ts";

test.use({ consoleOf: "fleets" });
test.describe.configure({ mode: "serial" });

const engines: RemoteEngine[] = [];

test.beforeAll(async ({ console: running }) => {
  for (const name of ["one", "two"]) {
    const repository = path.join(running.dataDirectory, `fleet-${name}`);
    for (const model of ["mlp", "ranker"])
      fs.cpSync(path.join(running.dataDirectory, "models", model), path.join(repository, model), {
        recursive: true,
      });
    engines.push(await startRemoteEngine(repository));
  }
});
test.afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
});

async function openFleet(page: Page, running: RunningConsole, tab?: string): Promise<void> {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Fleets" }).click();
  await page.getByRole("link", { name: "Pair", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pair" })).toBeVisible();
  if (tab) await page.getByRole("tab", { name: tab }).click();
}

test("a fleet of two engines is made by their addresses", async ({ console: running, page }) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Fleets" }).click();
  await expect(page.getByText("No fleets yet")).toBeVisible();
  await expectAccessible(page, "no fleets");
  await page.getByRole("button", { name: "New fleet" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Name", { exact: true }).fill("Pair");
  await dialog.getByLabel("Kind").selectOption("triton");
  for (const [index, { grpc, http }] of engines.entries()) {
    await dialog.getByLabel(`Name of replica ${index + 1}`).fill(`replica ${index + 1}`);
    await dialog.getByLabel(`gRPC of replica ${index + 1}`).fill(grpc);
    await dialog.getByLabel(`HTTP of replica ${index + 1}`).fill(http);
  }
  await dialog.getByRole("button", { name: "Add a replica" }).click();
  await dialog.getByLabel("gRPC of replica 3").fill(engines[0]?.grpc ?? "");
  await dialog.getByRole("button", { name: "Make the fleet" }).click();
  await expect(dialog.getByText(/is listed twice/).first()).toBeVisible();
  await expectAccessible(page, "a fleet's form");
  await dialog.getByRole("button", { name: "Remove replica 3" }).click();
  await dialog.getByRole("button", { name: "Make the fleet" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pair" })).toBeVisible();
  await expect(page.getByText("2 of 2 replicas live")).toBeVisible({ timeout: 15_000 });
});

test("its replicas stand by their models, for any figure", async ({ console: running, page }) => {
  await openFleet(page, running);
  const grid = page.getByRole("grid", { name: /Replicas of Pair/ });
  await expect(grid.getByRole("row", { name: /replica 1/ })).toBeVisible();
  await expect(grid.getByRole("columnheader", { name: "mlp" })).toBeVisible();
  await page.getByLabel("Show", { exact: true }).selectOption("version");
  await expect(grid.getByRole("row", { name: /replica 1/ })).toContainText("1");
  await page.getByLabel("Show", { exact: true }).selectOption("latencyMs");
  await expectAccessible(page, "the grid");
  // By keyboard through the grid, and into a model.
  await grid.getByRole("link", { name: /replica 1/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(grid.getByRole("link", { name: /replica 2/ })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "mlp" })).toBeVisible();
  await expect(page.getByRole("status", { name: "Server" })).toContainText("Pair · replica 2");
});

test("a replica that is configured otherwise shows as drift", async ({
  console: running,
  page,
}) => {
  await openFleet(page, running);
  await page
    .getByRole("grid")
    .getByRole("link", { name: /replica 2/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Models" })).toBeVisible();
  await page.getByRole("link", { name: "mlp", exact: true }).click();
  await page.getByRole("tab", { name: "Configuration" }).click();
  await append(page, 'parameters { key: "a" value { string_value: "b" } }\n');
  await apply(await review(page));
  await openFleet(page, running, "Configurations");
  await page.getByRole("button", { name: "Read again now" }).click();
  const drift = page.getByRole("region", { name: "mlp" });
  await expect(drift).toContainText("2 configurations", { timeout: 15_000 });
  await expect(drift).toContainText("parameters");
  await expectAccessible(page, "drift");
  await drift.getByRole("link", { name: "Compare with A" }).click();
  await expect(page.getByRole("heading", { name: "Compare configurations" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Differences" })).toContainText("parameters");
  await page.goBack();
  await page.getByRole("tab", { name: "Replicas" }).click();
  await page.getByRole("checkbox", { name: "Only what differs" }).check();
  await expect(page.getByRole("columnheader", { name: "mlp" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "ranker" })).toBeHidden();
});

test("a configuration is rolled out one replica at a time, and put back", async ({
  console: running,
  page,
}) => {
  await openFleet(page, running, "Roll-outs");
  await page.getByRole("button", { name: "Roll out a configuration" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Model", { exact: true }).selectOption("mlp");
  const text = dialog.getByLabel("Configuration", { exact: true });
  await expect(text).toHaveValue(/max_batch_size: 64/);
  await text.fill((await text.inputValue()).replaceAll("64", "32"));
  await expect(dialog.getByRole("list", { name: "Changed fields" })).toContainText(
    "max_batch_size64 → 32",
  );
  await dialog.getByLabel(/Watch each for/).fill("2");
  await dialog.getByLabel("Note").fill("smaller batches");
  await expectAccessible(page, "planning a roll-out");
  await dialog.getByRole("button", { name: "Roll out over 2 replicas" }).click();
  const rollout = page.getByRole("region", { name: /^mlp/ });
  await expect(rollout).toContainText("Under way");
  await expect(rollout).toContainText("Every replica serves with it.", { timeout: 40_000 });
  await expectAccessible(page, "a roll-out");
  await page.getByRole("tab", { name: /^Configurations/ }).click();
  await expect(page.getByText("No drift")).toBeVisible({ timeout: 15_000 });
  await page.getByRole("tab", { name: "Roll-outs" }).click();
  await rollout.getByRole("button", { name: "Put all back" }).click();
  await modal(page)
    .or(page.getByRole("alertdialog"))
    .getByRole("button", { name: "Put back" })
    .click();
  await expect(rollout.getByText("What served before serves again.")).toHaveCount(2);
});

test("a replica that is gone shows since when, and comes back", async ({
  console: running,
  page,
}) => {
  test.slow();
  await openFleet(page, running);
  const gone = engines[1] as RemoteEngine;
  await gone.stop();
  const row = page.getByRole("grid").getByRole("row", { name: /replica 2/ });
  await expect(row).toContainText("Stale since", { timeout: 20_000 });
  await expect(page.getByText("1 of 2 replicas live")).toBeVisible();
  await page.getByRole("button", { name: "Not live" }).click();
  await expect(page.getByRole("grid").getByRole("row", { name: /replica 1/ })).toBeHidden();
  engines[1] = await startRemoteEngine(path.join(running.dataDirectory, "fleet-two"), gone);
  await expect(page.getByText("2 of 2 replicas live")).toBeVisible({ timeout: 40_000 });
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(row).toContainText("restarted", { timeout: 20_000 });
});
