import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { freePort } from "../base/free-port.ts";
import { expect, openModel, startConsole, temporaryDirectory, test } from "./console.ts";
import { expectAccessible, modal, warmUpBriefly } from "./workbench.ts";

/** The engine's process id, from the overview. */
async function enginePid(page: Page): Promise<number> {
  await page.getByRole("link", { name: "Overview" }).click();
  const text = await page
    .getByText(/Process \d+/)
    .first()
    .textContent();
  return Number(/Process (\d+)/.exec(text ?? "")?.[1]);
}

test("killing the engine during an experiment: reported, restarted, marked as interrupted, and continued", async ({
  page,
}) => {
  const data = temporaryDirectory("faults");
  const flags = ["--port", String(await freePort())];
  const running = await startConsole(data, flags, { quiet: true });
  try {
    await page.goto(running.url);
    await expect(page.getByRole("row", { name: /^mlp (.+ )?Ready/ })).toBeVisible();
    const pid = await enginePid(page);
    await openModel(page, "mlp");
    await page.getByRole("link", { name: "New experiment" }).first().click();
    await page.getByLabel("Seconds per step").fill("2");
    await warmUpBriefly(page);
    await page.getByRole("button", { name: "Run" }).click();
    await expect(page.getByRole("row", { name: /^1 / }).first()).toBeVisible({ timeout: 60_000 });
    process.kill(pid, "SIGKILL");
    await expect(page.getByText(/measured steps are kept/)).toBeVisible();
    await expect(page.getByRole("row", { name: /^1 / }).first()).toBeVisible();
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("row", { name: /^mlp (.+ )?Ready/ })).toBeVisible({
      timeout: 20_000,
    });
    expect(await enginePid(page)).not.toBe(pid);
    await page.getByRole("link", { name: /^Events/ }).click();
    await expect(page.getByText(/SIGKILL|killed|ended/).first()).toBeVisible();
  } finally {
    await running.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
});

test("three crashes in a row stop the restarts, show the log, and Restart tries again", async ({
  page,
}) => {
  const data = temporaryDirectory("crashes");
  const running = await startConsole(data, ["--port", String(await freePort())]);
  try {
    await page.goto(running.url);
    let last = 0;
    for (let crash = 0; crash < 3; crash++) {
      await expect
        .poll(
          async () => {
            const shown = page.getByText(/Process \d+/).first();
            const text = (await shown.count()) > 0 ? await shown.textContent() : "";
            const pid = Number(/Process (\d+)/.exec(text ?? "")?.[1] ?? 0);
            return pid !== last ? pid : 0;
          },
          { timeout: 30_000 },
        )
        .toBeGreaterThan(0);
      last = Number(
        /Process (\d+)/.exec(
          (await page
            .getByText(/Process \d+/)
            .first()
            .textContent())!,
        )![1],
      );
      process.kill(last, "SIGKILL");
      await expect(page.getByText(`Process ${last}`)).toBeHidden({ timeout: 20_000 });
    }
    const restart = page.getByRole("button", { name: /Restart/ }).first();
    await expect(restart).toBeVisible({ timeout: 20_000 });
    await restart.click();
    await expect(page.getByRole("row", { name: /^mlp (.+ )?Ready/ })).toBeVisible({
      timeout: 30_000,
    });
  } finally {
    await running.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
});

test("a stored fleet and connection that can't be read are shown with the reason, and removed", async ({
  page,
}) => {
  const data = temporaryDirectory("unreadable");
  const port = ["--port", String(await freePort())];
  await (await startConsole(data, port)).stop();
  const db = new DatabaseSync(path.join(data, "batchdeck.db"));
  db.exec(`INSERT INTO fleets (version, fleet) VALUES (9, '{"template":{"name":"Pair"}}');
    INSERT INTO connections (id, connection) VALUES ('server-1', '{"name":"Old GPU"}')`);
  db.close();
  const running = await startConsole(data, port);
  try {
    await page.goto(running.url);
    await page.getByRole("link", { name: "Fleets" }).click();
    await expect(page.getByRole("alert")).toContainText(
      "It has version 9; this version of Batchdeck reads 1.",
    );
    await page.getByRole("button", { name: "Remove Pair" }).click();
    await expectAccessible(page, "an unreadable fleet");
    await modal(page).getByRole("button", { name: "Remove fleet" }).click();
    await expect(page.getByText("Can't open Pair")).toBeHidden();
    await page.getByRole("link", { name: "Connections" }).click();
    await expect(page.getByText("Can't open Old GPU")).toBeVisible();
    await page.getByRole("button", { name: "Remove Old GPU" }).click();
    await modal(page).getByRole("button", { name: "Remove connection" }).click();
    await expect(page.getByText("Can't open Old GPU")).toBeHidden();
  } finally {
    await running.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
});
