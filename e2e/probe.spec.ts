import { editor, expect, openModel, type RunningConsole, test } from "./console.ts";
import type { Page } from "@playwright/test";
import { expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "probe" });
test.describe.configure({ mode: "serial" });

async function openConfiguration(page: Page, running: RunningConsole) {
  await page.goto(running.url);
  await openModel(page, "mlp");
  await page.getByRole("tab", { name: "Configuration" }).click();
  await expect(editor(page)).toContainText("max_batch_size");
}

/** Takes screenshots if the environment names a folder. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env["BATCHDECK_PICTURES"];
  if (!folder) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
}

test("an apply is probed, and the history shows the result", async ({ console: running, page }) => {
  await openConfiguration(page, running);
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type('\nparameters { key: "probed" value { string_value: "yes" } }');
  await page.getByRole("button", { name: "Review and apply" }).click();
  const dialog = modal(page);
  // Wait for the diff, which moves what is below it.
  await expect(dialog.getByRole("textbox", { name: "Draft" })).toBeVisible();
  await dialog.getByLabel("Probe while it changes").check();
  await expect(dialog.getByLabel("Requests per second")).toHaveValue("20");
  await dialog.getByLabel("Requests per second").fill("0");
  await expect(dialog.getByText("A whole number from 1 to 100.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Apply", exact: true })).toBeDisabled();
  await dialog.getByLabel("Requests per second").fill("30");
  await dialog.getByLabel("Late after, ms").fill("20000");
  await expectAccessible(page, "apply with a probe");
  await pictures(page, "apply");
  await dialog.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(dialog.getByText(/^Probe: (Before|During|After) the change/)).toBeVisible();
  await pictures(page, "progress");
  await expect(page.getByText("mlp serves with the new configuration")).toBeVisible();

  await page.reload();
  await page.getByRole("tab", { name: "History" }).click();
  const history = page.getByRole("list", { name: "History of mlp" });
  await expect(
    history.getByText(/\d+ requests, none failed, none late; longest gap \d+ ms\./),
  ).toBeVisible();
  await pictures(page, "history");
});

test("a user starts and stops a probe", async ({ console: running, page }) => {
  await openConfiguration(page, running);
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("Probes", { exact: true }).click();
  await page.getByRole("button", { name: "Start probe" }).click();
  await expect(page.getByText(/^Probe: Running/)).toBeVisible();
  await page.getByRole("button", { name: "Stop probe" }).click();
  const probes = page.getByRole("list", { name: "Probes of mlp" });
  await expect(probes.getByText(/none failed/)).toBeVisible();
  await expect(probes.getByText(/20 per second, half of them on a kept connection/)).toBeVisible();
  await pictures(page, "watch");
  await expectAccessible(page, "probes in the history");
});
