import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { editor, expect } from "./console.ts";

/** What the accessibility rules find on a page, each with the elements concerned. */
export async function violations(page: Page): Promise<string[]> {
  // All in the page itself, which has no frames of other origins: otherwise each run opens a page of its own to end in.
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** Waits until what the page loads is there and what fades or moves has ended; animations without an end continue. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator("p:visible").filter({ hasText: /^\w+ing\b[^.]*…$/ })).toHaveCount(0);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // An animation of an element that is taken away may never finish.
    const longest = new Promise((resolve) => setTimeout(resolve, 2000));
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), longest]);
  });
}

/** Expects no violations once what fades in is there: half-faded text has too little contrast. */
export async function expectAccessible(page: Page, what = ""): Promise<void> {
  await settle(page);
  expect.soft(await violations(page), what).toEqual([]);
}

/** The dialog that is open; toasts are dialogs as well. */
export const modal = (page: Page): Locator => page.locator("[role=dialog][data-open]");

export const problems = (page: Page): Locator => page.getByRole("region", { name: "Problems" });

/** The text of the draft, as the editor has it. */
export async function draftText(page: Page): Promise<string> {
  return (await editor(page).locator(".cm-line").allTextContents()).join("\n");
}

/** Replaces the text in the editor; `from`: where that is not to be what the editor has. */
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

/** Writes behind all that is there. */
export async function append(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(text);
}

/** Throws the draft away and waits until that is done. */
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

/** Applies what a review shows. */
export async function apply(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(dialog).toBeHidden();
}

interface NewServer {
  readonly name: string;
  readonly address: string;
  /** Next to an address for gRPC. */
  readonly http?: string;
}

/** From any page: connects a server by its addresses. */
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
