import type { Page } from "@playwright/test";
import { sampleModels } from "../assets/sample-models/catalogue.ts";
import { expect, test } from "./console.ts";
import { expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "alerts" });

const models = sampleModels.length;

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const toast = (page: Page, text: string) =>
  page
    .locator("[data-base-ui-portal] [role=dialog], [data-base-ui-portal] [role=alertdialog]")
    .filter({ hasText: text });

async function act(page: Page, rule: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${rule}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("a rule template is added, fires, is acknowledged and silenced, and is stored", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await page.goto(new URL("/#/alerts", running.url).href);
  await expect(page.getByText("No alert rules yet")).toBeVisible();
  await expectAccessible(page, "without rules");
  await page.getByRole("button", { name: "Add the rule Server or replica lost" }).click();
  await expect(region(page, "Rules").getByText("OK")).toBeVisible();
  await expect(page.getByText("No active alerts.")).toBeVisible();

  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Figure").selectOption({ label: "Requests" });
  await dialog.getByLabel("Comparison").selectOption({ label: "is under" });
  await dialog.getByLabel("Threshold, requests/s").fill("none");
  await expect(dialog.getByText("“none” is not a number.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Add rule" })).toBeDisabled();
  await dialog.getByLabel("Threshold, requests/s").fill("1");
  await dialog.getByLabel("Duration, s").fill("0");
  // Without traffic it fires for each model as soon as the history has a step.
  await expect(async () => {
    await dialog.getByRole("button", { name: "30 days" }).click();
    await dialog.getByRole("button", { name: "1 day" }).click();
    await expect(dialog.getByText(`Would have fired ${models} times.`)).toBeVisible({
      timeout: 3000,
    });
  }).toPass();
  await expectAccessible(page, "a new rule");
  await dialog.getByRole("button", { name: "Add rule" }).click();

  const name = "Requests under 1 req/s";
  const now = region(page, "Firing now");
  await expect(now.getByRole("row").filter({ hasText: name })).toHaveCount(models);
  await expect(page.getByRole("link", { name: "Alerts" })).toHaveAccessibleDescription(
    /alerts? fires?/,
  );
  await expect(toast(page, `${models} alerts fire`)).toBeVisible();
  // Toasts behind others are hidden from assistive technology but can have the focus.
  for (const dismiss of await page.getByLabel("Dismiss").all())
    await dismiss.click({ force: true });
  await expect(page.getByLabel("Dismiss")).toHaveCount(0);
  await expectAccessible(page, "firing");
  const acknowledge = now.getByRole("button", { name: "Acknowledge" });
  for (let left = models; left > 0; left--) {
    await expect(acknowledge).toHaveCount(left);
    await acknowledge.first().click();
  }
  await expect(acknowledge).toHaveCount(0);
  await expect(page.locator("#alert-count")).toHaveCount(0);

  await page.goto(new URL("/#/events", running.url).href);
  await expect(page.getByText(new RegExp(`${name}: .*at 0 requests/s`)).first()).toBeVisible();
  await page.goto(new URL("/#/alerts", running.url).href);

  await act(page, name, "Silence for 1 h");
  await expect(region(page, "Rules").getByText(/^Silenced until/)).toBeVisible();
  await act(page, name, "Edit");
  await modal(page).getByLabel("Threshold, requests/s").fill("0");
  await modal(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("No active alerts.")).toBeVisible();
  await expect(region(page, "Past alerts").getByText("the rule was changed").first()).toBeVisible();
  await act(page, name, "Delete");
  await page.getByRole("button", { name: "Delete rule" }).click();
  await expect(page.getByRole("button", { name: `Actions for ${name}` })).toHaveCount(0);
  await page.reload();
  await expect(region(page, "Rules").getByText("Server or replica lost")).toBeVisible();
  await expect(region(page, "Past alerts")).toBeVisible();
});
