import { expect, test } from "./console.ts";
import { screens } from "./screens.ts";
import { expectAccessible } from "./workbench.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`no screen has an accessibility violation, ${colorScheme}`, async ({
    console: running,
    browser,
  }) => {
    test.slow();
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(running.url);
    await expect(page.getByRole("row", { name: /^ranker (.+ )?Ready/ })).toBeVisible();
    for (const [name, hash] of screens) {
      await page.goto(`http://127.0.0.1:${running.port}/${hash}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page, name);
    }
    await context.close();
  });
}

for (const width of [1024, 1280, 1920, 2560]) {
  test(`nothing is cut off at ${width} px`, async ({ console: running, page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(running.url);
    await expect(page.getByRole("row", { name: /^ranker (.+ )?Ready/ })).toBeVisible();
    for (const [name, hash] of screens) {
      await page.goto(`http://127.0.0.1:${running.port}/${hash}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  });
}

test("everything is reachable by keyboard: skip link, palette, shortcuts", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await expect(page.getByRole("row", { name: /^ranker (.+ )?Ready/ })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: /skip/i })).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("experiments");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Experiments" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText(/shortcut/i);
});
