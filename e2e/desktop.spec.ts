import { _electron, type ElectronApplication, expect, type Page, test } from "@playwright/test";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { installed, noDisplay } from "../app/start/electron.ts";
import { build } from "../scripts/build.ts";
import { root } from "../scripts/process.ts";

/** The binary to test, or why it is missing. Tests don't download it. */
function desktop(): { binary: string } | { reason: string } {
  const missing = noDisplay({ platform: process.platform, env: process.env });
  if (missing !== null) return { reason: missing };
  const binary = installed(path.join(root, "node_modules", "electron"), process.env);
  return binary === null ? { reason: "Electron's binary is not installed" } : { binary };
}

const found = desktop();
const title = "the desktop window";

test.describe("reason" in found ? `${title} (skipped: ${found.reason})` : title, () => {
  test.skip("reason" in found);

  let directory: string;
  let application: ElectronApplication;
  let page: Page;

  test.beforeAll(async () => {
    if (!("binary" in found)) return;
    test.setTimeout(180_000);
    await build("renderer", () => {});
    await build("programs", () => {});
    directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-desktop-"));
    application = await launch(found.binary);
    page = await application.firstWindow();
  });
  test.afterAll(async () => {
    await application?.close();
    if (directory) fs.rmSync(directory, { recursive: true, force: true });
  });

  /** Chromium's sandbox doesn't run as root. */
  const launch = (executablePath: string) =>
    _electron.launch({
      executablePath,
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        root,
        `--data-dir=${directory}`,
      ],
    });

  test("shows the sample models of its own engine", async () => {
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    for (const model of ["ranker", "mlp", "cnn_small", "text_encoder"])
      await expect(page.getByRole("link", { name: model, exact: true })).toBeVisible({
        timeout: 30_000,
      });
  });

  test("gives the page a port to the host, and nothing from Node or Electron", async () => {
    expect(await page.evaluate("location.origin")).toBe("batchdeck://console");
    expect(await page.evaluate("batchdeckBridge")).toBe(true);
    expect(
      await page.evaluate(
        '["require", "process", "module", "electron", "ipcRenderer"].filter((name) => name in globalThis)',
      ),
    ).toEqual([]);
  });

  test("runs no inline script", async () => {
    const violated = await page.evaluate(`new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
      const script = document.createElement("script");
      script.textContent = "globalThis.escaped = true";
      document.head.append(script);
    })`);
    expect(violated).toBe("script-src-elem");
    expect(await page.evaluate("typeof escaped")).toBe("undefined");
  });

  test("opens no other window, and doesn't navigate to other pages", async () => {
    const before = page.url();
    expect(await page.evaluate('open("file:///etc/passwd") === null')).toBe(true);
    await page.evaluate('location.assign("file:///etc/passwd")').catch(() => {});
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    expect(application.windows()).toHaveLength(1);
    expect(page.url()).toBe(before);
  });

  test("denies the page unneeded permissions", async () => {
    expect(await page.evaluate("Notification.requestPermission()")).toBe("denied");
  });

  test("remembers its size, and stops its engine when it ends", async () => {
    await application.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setSize(1000, 700),
    );
    const ended = new Promise<number | null>((resolve) =>
      application.process().once("exit", resolve),
    );
    await application.evaluate(({ app }) => app.quit());
    expect(await ended).toBe(0);
    const state = JSON.parse(fs.readFileSync(path.join(directory, "window.json"), "utf8"));
    expect(state.bounds).toMatchObject({ width: 1000, height: 700 });
  });
});
