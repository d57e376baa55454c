import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import { root } from "../scripts/process.ts";
import { expect, test } from "./console.ts";

test.describe.configure({ mode: "serial" });

const signIn = (page: Page) => page.getByRole("heading", { name: "Sign in to Batchdeck" });
const home = (page: Page) => page.getByRole("heading", { level: 1, name: "Overview" });

/** A page of another browser, signed in nowhere. */
async function stranger(browser: Browser): Promise<Page> {
  return await (await browser.newContext()).newPage();
}

test("[WEB-3] a new tab, a reload and a pasted link stay signed in", async ({
  console: running,
  context,
  page,
}) => {
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  await expect.poll(() => page.url()).not.toContain("token");
  const tab = await context.newPage();
  await tab.goto(`http://127.0.0.1:${running.port}/#/models/mlp`);
  await expect(tab.getByRole("heading", { level: 1, name: "mlp" })).toBeVisible();
  await page.close();
  await tab.reload();
  await expect(tab.getByRole("heading", { level: 1, name: "mlp" })).toBeVisible();
  await tab.goto(`http://localhost:${running.port}/#/experiments`);
  await expect(tab.getByRole("heading", { level: 1, name: "Experiments" })).toBeVisible();
  // No other server on this machine receives what signs in.
  expect(await context.cookies()).toEqual([]);
});

test("[WEB-6] another browser is shown how to sign in, and then what was asked for", async ({
  console: running,
  browser,
}) => {
  const page = await stranger(browser);
  await page.goto(`http://127.0.0.1:${running.port}/#/models/mlp`);
  await expect(signIn(page)).toBeVisible();
  await expect(page.getByText("mlp")).toHaveCount(0);
  await expect(page.getByText(`http://127.0.0.1:${running.port}/#token=…`)).toBeVisible();
  const command = await page.getByRole("region", { name: "Command that prints" }).textContent();
  expect(command).toBe(`npm run --silent batchdeck -- sign-in-link --port ${running.port}`);

  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  const field = page.getByLabel("Sign-in link or token");
  await field.fill("not a link");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("No token found.")).toBeVisible();
  await field.fill("x".repeat(32));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("doesn't accept the token")).toBeVisible();

  const printed = execFileSync(
    process.execPath,
    [
      path.join(root, "app/cli/main.ts"),
      "sign-in-link",
      "--port",
      String(running.port),
      "--data-dir",
      running.dataDirectory,
    ],
    { encoding: "utf8" },
  );
  expect(printed.trim()).toBe(running.url);
  await field.fill(printed);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "mlp" })).toBeVisible();
  await page.context().close();
});

test("[WEB-5] a sign-in link works in a tab that shows the sign-in page; a wrong one changes nothing", async ({
  console: running,
  browser,
}) => {
  const page = await stranger(browser);
  await page.goto(`http://127.0.0.1:${running.port}/`);
  await expect(signIn(page)).toBeVisible();
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  await page.goto(`http://127.0.0.1:${running.port}/?again#token=${"x".repeat(32)}`);
  await expect(home(page)).toBeVisible();
  expect(page.url()).not.toContain("token");
  await page.context().close();
});

test("[WEB-9] signing out signs out every tab", async ({ console: running, browser }) => {
  const page = await stranger(browser);
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`http://127.0.0.1:${running.port}/`);
  await expect(home(other)).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(signIn(page)).toBeVisible();
  await expect(signIn(other)).toBeVisible();
  await page.reload();
  await expect(signIn(page)).toBeVisible();
  await page.context().close();
});

test("[WEB-5] a console with another token asks to sign in again", async ({
  console: running,
  browser,
}) => {
  const page = await stranger(browser);
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  const file = path.join(running.dataDirectory, "console-token");
  const token = fs.readFileSync(file, "utf8");
  fs.rmSync(file);
  await running.restart();
  await expect(signIn(page)).toBeVisible();
  // For the tests that follow, as it was.
  fs.writeFileSync(file, token, { mode: 0o600 });
  await running.restart();
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  await page.context().close();
});
