/**
 * Screenshots of every screen of a console with the sample models under traffic, light and dark.
 *
 *   node e2e/screenshots.ts --out FOLDER [--widths 1024,1440,2560] [--only overview,models]
 *
 * Requires a build, and a Chromium: CHROMIUM_PATH, or an installed one.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { chromiumArguments } from "../scripts/chromium-arguments.ts";
import { ensureChromium } from "../scripts/chromium.ts";
import { freePort } from "../base/free-port.ts";
import { startConsole, temporaryDirectory } from "./console.ts";
import { screens } from "./screens.ts";

const HEIGHT = 900;
/** So that charts and tables have data. */
const TRAFFIC_MS = 8000;
const SETTLED_MS = 700;

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "screenshots" },
    widths: { type: "string", default: "1024,1440,2560" },
    only: { type: "string" },
  },
});
const widths = values.widths.split(",").map(Number);
const only = values.only?.split(",");
const shown = screens.filter(([name]) => only === undefined || only.includes(name));

async function sendTraffic(page: Page): Promise<void> {
  const stop = page.getByRole("button", { name: "Stop" }).first();
  const send = page.getByRole("button", { name: "Send sample traffic" }).first();
  await stop.or(send).first().waitFor();
  // Traffic started by an earlier page may appear slightly later than the start button.
  await page.waitForTimeout(SETTLED_MS);
  if (await stop.isVisible()) return;
  await send.click();
  await page.waitForTimeout(TRAFFIC_MS);
}

const directory = temporaryDirectory("screenshots");
const console = await startConsole(directory, ["--port", String(await freePort())]);
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: chromiumArguments,
});
try {
  fs.mkdirSync(values.out, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(console.url);
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.goto(`http://127.0.0.1:${console.port}/#/`);
      await sendTraffic(page);
      for (const [name, hash] of shown) {
        await page.goto(`http://127.0.0.1:${console.port}/${hash}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForTimeout(SETTLED_MS);
        const file = `${name.replaceAll(" ", "-")}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: path.join(values.out, file) });
        process.stdout.write(`${file}\n`);
      }
    }
    await context.close();
  }
} finally {
  await browser.close();
  await console.stop();
  fs.rmSync(directory, { recursive: true, force: true });
}
