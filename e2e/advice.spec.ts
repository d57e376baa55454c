import type { Page } from "@playwright/test";
import { editor, expect, type RunningConsole, test } from "./console.ts";
import { settle, violations } from "./workbench.ts";

test.use({ consoleName: "advice" });

const finding = (page: Page) => page.getByRole("article", { name: "Batches do not form" });

/** Where the columns of the overview's tables begin, px. */
const columns = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main table thead th")].map((each) =>
      Math.round(each.getBoundingClientRect().x),
    ),
  );

/** Runs `work` while clients keep ranker's queue filled on any machine. */
async function whileCrowded(running: RunningConsole, work: () => Promise<void>): Promise<void> {
  const http = /HTTP (127\.0\.0\.1:\d+)/.exec(running.output())?.[1];
  const data = Array.from({ length: 512 }, () => 0.5);
  const body = JSON.stringify({
    inputs: [{ name: "x", datatype: "FP32", shape: [1, 512], data }],
  });
  let over = false;
  const client = async () => {
    while (!over) {
      const answer = await fetch(`http://${http}/v2/models/ranker/infer`, { method: "POST", body });
      await answer.arrayBuffer();
    }
  };
  const clients = Array.from({ length: 8 }, client);
  try {
    await work();
  } finally {
    over = true;
    await Promise.allSettled(clients);
  }
}

test("before any traffic, advice lists its checks and the machine card its resources", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await expect(page.getByRole("row", { name: /^ranker (.+ )?Ready/ })).toBeVisible();
  const machine = page.getByRole("region", { name: "Machine" });
  await expect(machine.getByRole("meter", { name: "Memory" })).toBeVisible();
  await expect(machine).toContainText("This server reports no GPUs");
  await expect(machine).toContainText(/CPU · \d+/);
  await page.getByRole("link", { name: "Advice", exact: true }).click();
  await expect(page.getByText("No advice for Embedded engine")).toBeVisible();
  await page.getByText(/Active checks: \d+ of \d+/).click();
  await expect(page.getByText("Not available: The server reports no GPUs.").first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("advice on waiting single requests: evidence, rule page, draft, apply, resolved", async ({
  console: running,
  page,
}) => {
  test.slow();
  await page.goto(running.url);
  await whileCrowded(running, async () => {
    const badge = page.getByRole("link", { name: /^Advice on ranker: \d+ finding/ });
    await expect(page.getByRole("row", { name: /^ranker (.+ )?Ready/ })).toBeVisible();
    expect(await badge.count()).toBe(0);
    const before = await columns(page);
    await expect(badge).toBeVisible({ timeout: 40_000 });
    expect(await columns(page), "columns move when advice appears").toEqual(before);
    await badge.click();
    await expect(finding(page)).toContainText("dynamic batching is off");
  });
  await expect(finding(page).getByRole("row", { name: /^Mean batch/ })).toContainText("1");
  await expect(finding(page).getByRole("row", { name: /^Requests waiting/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  if (process.env["SHOTS"]) await shots(page, process.env["SHOTS"]);

  await finding(page).getByRole("button", { name: "About B6" }).click();
  await expect(page.getByRole("dialog")).toContainText("What to try, in this order");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await finding(page)
    .getByRole("link", { name: /^Measure before and after/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "New experiment" })).toBeVisible();
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue("ranker");
  await expect(page.getByText(/3 steps, about/)).toBeVisible();
  await page.goBack();

  await finding(page)
    .getByRole("button", { name: "Open as draft: Turn on dynamic batching" })
    .focus();
  await page.keyboard.press("Enter");
  await expect(editor(page)).toContainText("dynamic_batching");
  await page.getByRole("button", { name: "Review and apply" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("ranker serves with the new configuration")).toBeVisible();
  await page.getByRole("tab", { name: /^Advice/ }).click();
  await expect(finding(page)).toBeHidden();
});

async function shots(page: Page, folder: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1280, 1920]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
      await page.screenshot({ path: `${folder}/advice-${colorScheme}-${width}.png` });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
}
