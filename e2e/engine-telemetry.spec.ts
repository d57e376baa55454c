import fs from "node:fs";
import type { Page } from "@playwright/test";
import { expect, openModel, type RunningConsole, test } from "./console.ts";
import { writeRepository } from "./repository.ts";
import { expectAccessible, violations } from "./workbench.ts";

test.use({ consoleName: "telemetry", models: { write: writeRepository } });
test.describe.configure({ mode: "serial" });

/** Opens the console with sample traffic to both models for the next minute. */
async function open(page: Page, running: RunningConsole): Promise<void> {
  await page.goto(running.url);
  await expect(page.getByRole("row", { name: /^ranked (.+ )?Ready/ })).toBeVisible();
  const send = page.getByRole("button", { name: "Send sample traffic" }).first();
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  await expect(send.or(stop).first()).toBeVisible();
  if (await stop.isVisible()) await stop.click();
  await send.click();
  await expect(page.getByText(/left/)).toBeVisible();
}

test("each executed batch is on the timeline, with its reason, size, waits and compute time", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await openModel(page, "ranked");
  const card = page.getByRole("region", { name: "Batch timeline" });
  await expect(card.getByText(/[1-9]\d* batch(es)? shown/)).toBeVisible();
  await expect(card.getByText(/^ranked\w* · cpu$/)).toBeVisible();

  const line = card.getByRole("slider", { name: /^Executed batches/ });
  await line.focus();
  await page.keyboard.press("End");
  await expect(line).toHaveAttribute(
    "aria-valuetext",
    /^\d\d:\d\d:\d\d, (Full|Delay|Idle|Forced), \d+ items? of \d+ requests?, oldest wait .*, compute .*, on ranked/,
  );
  await expect(page.getByText("Oldest wait").last()).toBeVisible();

  await card.getByRole("button", { name: "Show Batch timeline as a table" }).click();
  await expect(card.getByRole("row").nth(1)).toContainText(/(Full|Delay|Idle|Forced)/);
});

test("the shares of the reasons have advice on how to change them", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await openModel(page, "ranked");
  const card = page.getByRole("region", { name: "Why batches were sent" });
  await expect(card.getByText(/^\d[\d.]* % of the batches /)).toBeVisible();
  await expect(card.getByRole("row", { name: /^\w Delay|Delay Its oldest/ })).toContainText("%");
  await expect(
    card.getByText("Its oldest request had waited for the maximum queue delay."),
  ).toBeVisible();
});

test("dragging on the timeline zooms every chart of the page, and Live continues", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await openModel(page, "ranked");
  const line = page.getByRole("slider", { name: /^Executed batches/ });
  await expect(page.getByText(/[1-9]\d* batch(es)? shown/)).toBeVisible();
  await line.scrollIntoViewIfNeeded();
  const box = (await line.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.4, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 30, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/from=\d+&to=\d+|from=/);
  await page.getByRole("button", { name: /^Live/ }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeHidden();
});

test("depth is reported by priority level, next to what is handed over and executing", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await openModel(page, "ranked");
  const card = page.getByRole("region", { name: "Queue depth", exact: true });
  await card.getByRole("button", { name: "Show Queue depth as a table" }).click();
  const heads = card.getByRole("columnheader");
  await expect(heads).toHaveText([
    "Time",
    "Running",
    "Handed over",
    "Priority 1",
    "Priority 2",
    "Priority 3",
  ]);
});

test("sampled requests show the times of their phases, and are exported", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await openModel(page, "ranked");
  await page.getByRole("tab", { name: "Traces" }).click();
  await page.getByRole("textbox", { name: "Trace one request in" }).fill("none");
  await expect(page.getByText(/Enter a whole number/)).toBeVisible();
  await page.getByRole("textbox", { name: "Trace one request in" }).fill("1");
  await page.getByRole("button", { name: "Start tracing" }).click();
  await expect(page.getByText("On: every request")).toBeVisible();
  const waterfall = page.getByRole("table", { name: "Time by phase" });
  for (const phase of ["Received", "Queued", "Compute infer", "Sent"])
    await expect(waterfall.getByRole("row", { name: new RegExp(`^${phase}`) })).toBeVisible();
  await page.getByRole("button", { name: "Hold" }).click();
  await page.getByRole("button", { name: "Slowest" }).click();
  const second = page.getByRole("group", { name: "Recent traces" }).getByRole("button").nth(1);
  await second.click();
  await expect(second).toHaveAttribute("aria-pressed", "true");

  const one = page.getByRole("region", { name: /^Trace \d+$/ });
  const downloading = page.waitForEvent("download");
  await one.getByRole("button", { name: "OpenTelemetry" }).click();
  const file = await (await downloading).path();
  expect(fs.readFileSync(file, "utf8")).toContain('"resourceSpans"');
  expect.soft(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "Stop tracing" }).click();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
});

test("traffic is split between two versions by weight, and each version has its own figures", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await openModel(page, "twins");
  const card = page.getByRole("region", { name: "Versions side by side" });
  await expect(card.getByText(/goes to version 2, the newest/)).toBeVisible();
  await card.getByRole("textbox", { name: "Weight of version 1" }).fill("-3");
  await expect(card.getByRole("alert")).toContainText("must be a number of at least 0");
  await card.getByRole("textbox", { name: "Weight of version 1" }).fill("3");
  await card.getByRole("textbox", { name: "Weight of version 2" }).fill("1");
  await expect(card.getByText("75 %", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Split traffic" }).click();
  await expect(card.getByText(/is split by these weights/)).toBeVisible();
  await expect(card.getByRole("row", { name: /^1 .*[1-9][\d.]* req\/s/ })).toBeVisible();
  await card.getByRole("button", { name: "Reset to newest" }).click();
  await expect(card.getByText(/goes to version 2, the newest/)).toBeVisible();
});

test("the cache's card has a verdict, and shows which clients send duplicates", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await openModel(page, "twins");
  const card = page.getByRole("region", { name: "Response cache" });
  await expect(card.getByText("Worth it", { exact: true })).toBeVisible();
  await expect(card.getByRole("row", { name: /127\.0\.0\.1/ })).toContainText("%");
  await expect(page.getByText(/The response cache answers/).first()).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the page under traffic has no accessibility violation, ${colorScheme}`, async ({
    browser,
    console: running,
  }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    await open(page, running);
    await openModel(page, "twins");
    await expect(page.getByRole("region", { name: "Response cache" })).toBeVisible();
    await expectAccessible(page);
    await context.close();
  });
}

test("an unloaded model is shown as such and loaded from its page", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await openModel(page, "ranked");
  await page.getByRole("button", { name: "Unload ranked" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unload ranked" }).click();
  await expect(page.getByRole("button", { name: "Load again ranked" })).toBeVisible();
  await expect(page.getByText("This model is not loaded, so it runs nothing.")).toBeVisible();
  await page.getByRole("button", { name: "Load again ranked" }).click();
  await expect(page.getByRole("button", { name: "Unload ranked" })).toBeVisible();
  await page.getByRole("tab", { name: "Details" }).click();
  await expect(page.getByRole("row", { name: /^ranked\S* 1 KIND_CPU cpu/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Failures since the load" })).toContainText(
    "Queue full",
  );
});
