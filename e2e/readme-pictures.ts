/**
 * Follows the README's first minutes with the sample models and takes its screenshots, light and dark. Prints the results of
 * the experiments and how long each part took since the console's start.
 *
 *   node e2e/readme-pictures.ts [--out docs/images]
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

const { values } = parseArgs({ options: { out: { type: "string", default: "docs/images" } } });
const SIZE = { width: 1280, height: 860 };
const TRAFFIC_MS = 20_000;
const SETTLED_MS = 1000;
const LIMIT = { timeout: 180_000 };

async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForTimeout(SETTLED_MS);
    await page.screenshot({ path: path.join(values.out, `${name}-${colorScheme}.png`) });
  }
}

const started = performance.now();
function report(what: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`${seconds} s: ${what}\n`);
}

async function openRanker(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("link", { name: "ranker", exact: true }).first().click();
}

async function showOverview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send sample traffic" }).first().click();
  await page.waitForTimeout(TRAFFIC_MS);
  await picture(page, "overview");
  await page.getByRole("button", { name: "Stop" }).first().click();
  report("the overview shows sample traffic");
}

async function measureBaseline(page: Page): Promise<void> {
  await openRanker(page);
  await page.getByRole("link", { name: "New experiment" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("baseline");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("Done", { exact: true }).waitFor(LIMIT);
  await picture(page, "experiment");
  report("the suggested experiment is done");
}

async function turnOnBatching(page: Page): Promise<void> {
  await openRanker(page);
  await page.getByRole("tab", { name: "Configuration" }).click();
  await page.getByRole("button", { name: "Turn on dynamic batching" }).click();
  await page.getByRole("button", { name: "Review and apply" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply", exact: true }).click();
  await page.getByText("ranker serves with the new configuration").waitFor();
  report("dynamic batching is on");
}

async function compareAgain(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Experiments", exact: true }).click();
  await page.getByRole("link", { name: "baseline", exact: true }).click();
  await page.getByRole("button", { name: "Run again" }).click();
  const progress = page.getByRole("progressbar", { name: "Progress of the experiment" });
  await progress.waitFor();
  await progress.waitFor({ state: "hidden", ...LIMIT });
  await picture(page, "comparison");
  report(`the comparison: ${await page.getByTestId("comparison-words").innerText()}`);
}

async function tune(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Tuning", exact: true }).click();
  await page.getByRole("link", { name: "Tune a model" }).click();
  await page.getByLabel("Model", { exact: true }).selectOption("ranker");
  await page.getByRole("button", { name: "Manual", exact: true }).click();
  await page.getByRole("button", { name: "Measure the baseline" }).click();
  await page.getByRole("heading", { name: "What to try first" }).waitFor(LIMIT);
  await picture(page, "tuning");
  report("the tuning session proposes changes");
}

const data = temporaryDirectory("pictures");
const running = await startConsole(data, ["--port", String(await freePort())]);
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: chromiumArguments,
});
try {
  fs.mkdirSync(values.out, { recursive: true });
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(running.url);
  for (const part of [showOverview, measureBaseline, turnOnBatching, compareAgain, tune])
    await part(page);
} finally {
  await browser.close();
  await running.stop();
  fs.rmSync(data, { recursive: true, force: true });
}
