// Time from a second start until the overview is live, and how the overview performs with twenty busy models.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "../base/free-port.ts";
import { denseLayers, denseModel } from "../assets/sample-models/models/dense.ts";
import { startConsole, temporaryDirectory } from "../e2e/console.ts";
import { build } from "../scripts/build.ts";
import { root } from "../scripts/process.ts";
import { launchChromium, launchProfile } from "./console/chromium.ts";
import { medianAndSpread } from "./statistics/quantiles.ts";

const STARTS = 5;
const MODELS = 20;
const WATCH_MS = 10_000;

const quiet = () => {};
function liveFigure(page: Page) {
  return page.locator("td.text-right:not(.text-muted)", { hasText: /^[\d.]+[kM]?$/ }).first();
}

/** Runs `npm start` in its own process group; resolves with the console's address and a function that stops it. */
function npmStart(flags: readonly string[]): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn("npm", ["start", "--", "--web", "--no-open", ...flags], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const url = /^Console: (\S+)/m.exec(text)?.[1];
      if (!url || child.pid === undefined) return;
      const group = -child.pid;
      resolve({ url, stop: () => (process.kill(group, "SIGTERM"), ended) });
    });
    child.once("exit", (code) => reject(new Error(`npm start ended with ${code}:\n${text}`)));
  });
}

interface Machine {
  readonly dataDirectory: string;
  /** The browser's profile, with the pages of earlier starts in its cache; null: a new profile for each start. */
  readonly profile: string | null;
  readonly port: number;
}

/** Seconds from `npm start` to the last known state and to the first live figure in a page that opens at once. */
async function timeStart(machine: Machine): Promise<{ known: number; live: number }> {
  const browser =
    machine.profile === null ? await launchChromium() : await launchProfile(machine.profile);
  try {
    const page = await browser.newPage();
    const started = performance.now();
    const since = () => (performance.now() - started) / 1000;
    const flags = ["--data-dir", machine.dataDirectory, "--port", String(machine.port)];
    const running = await npmStart(flags);
    try {
      await page.goto(running.url);
      await page.getByRole("link", { name: "ranker" }).first().waitFor();
      const known = since();
      await liveFigure(page).waitFor();
      return { known, live: since() };
    } finally {
      await running.stop();
    }
  } finally {
    await browser.close();
  }
}

function writeTwentyModels(directory: string): void {
  const bytes = denseModel("mlp", denseLayers([128, 256, 10], 1));
  for (let i = 1; i <= MODELS; i++) {
    const name = `model_${String(i).padStart(2, "0")}`;
    fs.mkdirSync(path.join(directory, name, "1"), { recursive: true });
    fs.writeFileSync(path.join(directory, name, "1", "model.onnx"), bytes);
    fs.writeFileSync(
      path.join(directory, name, "config.pbtxt"),
      `name: "${name}"\nbackend: "onnxruntime"\nmax_batch_size: 32\ninstance_group [ { kind: KIND_CPU count: 1 } ]\ndynamic_batching { }\n`,
    );
  }
}

/** The page's tasks of over 50 ms (in ms) and its number of frames in ten seconds. */
function watch(page: Page): Promise<{ tasks: number[]; frames: number }> {
  return page.evaluate(async (watchMs) => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    });
    observer.observe({ type: "longtask" });
    let frames = 0;
    const end = performance.now() + watchMs;
    await new Promise<void>((resolve) => {
      const frame = () => {
        frames += 1;
        if (performance.now() < end) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
    observer.disconnect();
    return { tasks, frames };
  }, WATCH_MS);
}

async function benchTwentyModels(): Promise<void> {
  const data = temporaryDirectory("bench-data");
  const models = temporaryDirectory("bench-models");
  writeTwentyModels(models);
  const flags = ["--port", String(await freePort()), "--model-repository", models];
  const running = await startConsole(data, flags);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(running.url);
    await page.getByRole("button", { name: "Send sample traffic" }).first().click();
    await page.waitForTimeout(5_000);
    const { tasks, frames } = await watch(page);
    const longest = Math.max(0, ...tasks);
    console.log(
      `twenty models with traffic: ${((frames * 1000) / WATCH_MS).toFixed(1)} frames/s; ` +
        `${tasks.length} tasks over 50 ms, longest ${longest.toFixed(0)} ms (limit 100 ms)`,
    );
  } finally {
    await browser.close();
    await running.stop();
    fs.rmSync(data, { recursive: true, force: true });
    fs.rmSync(models, { recursive: true, force: true });
  }
}

/** Measures starts alternately with a new browser and with one that has visited the pages. */
async function benchStarts(): Promise<void> {
  const dataDirectory = temporaryDirectory("bench-start");
  const profile = temporaryDirectory("bench-profile");
  const port = await freePort();
  const machines = {
    "new browser": { dataDirectory, profile: null, port },
    "browser that has the pages": { dataDirectory, profile, port },
  };
  // V8 caches the code of a page's scripts from the second visit on.
  for (let i = 0; i < 3; i++) await timeStart(machines["browser that has the pages"]);
  const starts = Object.entries(machines).map(([name, machine]) => ({
    name,
    machine,
    times: [] as Awaited<ReturnType<typeof timeStart>>[],
  }));
  for (let i = 0; i < STARTS; i++) {
    for (const { machine, times } of starts) times.push(await timeStart(machine));
  }
  for (const { name, times } of starts) {
    const seconds = (of: "known" | "live") =>
      medianAndSpread(
        times.map((each) => each[of]),
        2,
      );
    console.log(
      `second npm start, ${name}, ${STARTS} starts: ` +
        `last known state after ${seconds("known")} s, first live figure after ${seconds("live")} s`,
    );
  }
  fs.rmSync(dataDirectory, { recursive: true, force: true });
  fs.rmSync(profile, { recursive: true, force: true });
}

await build("renderer", quiet);
await build("programs", quiet);
await benchStarts();
await benchTwentyModels();
