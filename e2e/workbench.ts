import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { editor, expect } from "./console.ts";

/** Accessibility violations of a page, each with its elements. */
export async function violations(page: Page): Promise<string[]> {
  // Runs in the page itself, which has no frames of other origins; otherwise each run would open a second page.
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** Waits until the page has loaded and finite animations have ended. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator("p:visible").filter({ hasText: /^\w+ing\b[^.]*…$/ })).toHaveCount(0);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // An animation of a removed element may never finish.
    const longest = new Promise((resolve) => setTimeout(resolve, 2000));
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), longest]);
  });
}

/** Expects no violations after fade-ins, since half-faded text has too little contrast. */
export async function expectAccessible(page: Page, what = ""): Promise<void> {
  await settle(page);
  expect.soft(await violations(page), what).toEqual([]);
}

/** The open dialog; toasts are dialogs, too. */
export const modal = (page: Page): Locator => page.locator("[role=dialog][data-open]");

export const problems = (page: Page): Locator => page.getByRole("region", { name: "Problems" });

/** The draft's text in the editor, once that is shown. */
export async function draftText(page: Page): Promise<string> {
  await expect(editor(page)).toBeVisible();
  return (await editor(page).locator(".cm-line").allTextContents()).join("\n");
}

/** Replaces the editor's text; `from`: overrides the editor's current text. */
export async function write(
  page: Page,
  change: (text: string) => string,
  from?: string,
): Promise<void> {
  const text = from ?? (await draftText(page));
  await editor(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(change(text));
}

/** Appends to the text. */
export async function append(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(text);
}

/** Discards the draft and waits for the result. */
export async function discard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await page
    .getByRole("alertdialog")
    .or(modal(page))
    .getByRole("button", { name: "Discard" })
    .click();
  await expect(page.getByText("As applied")).toBeVisible();
}

/** Opens the review of the draft. */
export async function review(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Review and apply" }).click();
  return modal(page);
}

/** Applies the reviewed draft. */
export async function apply(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(dialog).toBeHidden();
}

interface NewServer {
  readonly name: string;
  readonly address: string;
  /** In addition to a gRPC address. */
  readonly http?: string;
}

/** Connects a server by its addresses, from any page. */
export async function connectServer(page: Page, server: NewServer): Promise<void> {
  await page.getByRole("link", { name: "Connections" }).click();
  await page.getByRole("button", { name: "Connect a server" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Address", { exact: true }).fill(server.address);
  await dialog.getByLabel("Name", { exact: true }).fill(server.name);
  if (server.http) {
    await dialog.getByRole("button", { name: "gRPC", exact: true }).click();
    await dialog.getByText("Other addresses").click();
    await dialog.getByLabel("HTTP address").fill(server.http);
  }
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** In the form of an experiment: warms up for half a second per step, for tests that don't need stable figures. */
export async function warmUpBriefly(page: Page): Promise<void> {
  await page.getByText("Warm-up and seed").click();
  await page.getByRole("button", { name: "Seconds", exact: true }).click();
  await page.getByLabel("Warm-up, seconds").fill("0.5");
}

/** Presses a button of a group. */
export const pick = (page: Page, group: string, name: string): Promise<void> =>
  page.getByRole("group", { name: group, exact: true }).getByRole("button", { name }).click();

/** In the form of an experiment: measures at one rate, which takes less CPU time than clients without pauses. */
export async function chooseRate(page: Page, rate: number): Promise<void> {
  await pick(page, "Load", "Rate");
  const chosen = page.getByRole("button", { name: /^Rate \d/, pressed: true });
  while ((await chosen.count()) > 0) await chosen.first().click();
  await page.getByLabel("Another rate").fill(String(rate));
  await page.getByLabel("Another rate").press("Enter");
}
