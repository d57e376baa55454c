/**
 * Performance of the console's window with a fleet: 200 busy replicas with 20 models each at 1920 × 1080, while idle and
 * while the grid is scrolled, hovered, navigated by keys, and switched between figures. The same window is also measured on
 * an empty page in each round, as a reference for the machine. The host is the console's own process; the replicas are
 * doubles in other processes. Linux only.
 *
 *     node bench/fleet-window.ts [--replicas=200] [--models=20] [--rounds=4] [--seconds=15]
 */
import fs from "node:fs";
import os from "node:os";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { freePort } from "../base/free-port.ts";
import { startConsole, temporaryDirectory } from "../e2e/console.ts";
import { build } from "../scripts/build.ts";
import { launchChromium } from "./console/chromium.ts";
import { addFleet } from "./fleet/add-fleet.ts";
import { type Action, choose, hover, keys, scroll } from "./fleet/actions.ts";
import { readUsage } from "./fleet/process-usage.ts";
import { startDoubles } from "./fleet/start-doubles.ts";
import { type Watched, watchFrames } from "./fleet/watch-frames.ts";
import { medianAndSpread } from "./statistics/quantiles.ts";

const { values: flags } = parseArgs({
  options: {
    replicas: { type: "string", default: "200" },
    models: { type: "string", default: "20" },
    rounds: { type: "string", default: "4" },
    seconds: { type: "string", default: "15" },
  },
});
const replicas = Number(flags.replicas);
const seconds = Number(flags.seconds);
const SETTLE_MS = 3000;
/** Timeout of page operations, for a busy machine. */
const PATIENCE_MS = 120_000;

const idle: Action = async () => {};
const EMPTY = "an empty page";
const actions: Readonly<Record<string, Action>> = {
  "the console is idle": idle,
  scrolling: scroll,
  pointing: hover,
  "arrow keys": keys,
  "other figures": choose,
};

async function openGrid(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#/fleets/1`);
  await page.getByRole("grid").waitFor();
  await page.waitForTimeout(SETTLE_MS);
}

function printFrames(what: string, all: readonly Watched[]): void {
  const of = (pick: (watched: Watched) => number, digits: number) =>
    medianAndSpread(all.map(pick), digits);
  console.log(
    `${what}: ${of((w) => w.framesPerSecond, 1)} frames/s; gaps p95 ${of((w) => w.gapP95, 1)}, ` +
      `p99 ${of((w) => w.gapP99, 1)} ms; over 33 ms ${of((w) => w.late * 100, 2)} %; longest task ` +
      `${of((w) => w.longestTask, 0)}, frame ${of((w) => w.longestFrame, 0)} ms; ` +
      `CPU ${of((w) => w.busy * 100, 0)} %, ${of((w) => w.perFrame, 1)} ms a frame; heap ${of((w) => w.heapMb, 0)} MB`,
  );
}

const data = temporaryDirectory("bench-fleet-window");
const models = `${data}/no-models`;
fs.mkdirSync(models);
await build("renderer", () => {});
await build("programs", () => {});
using doubles = await startDoubles(replicas, Number(flags.models));
const port = String(await freePort());
const running = await startConsole(data, ["--port", port, "--model-repository", models]);
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  page.setDefaultTimeout(PATIENCE_MS);
  let received = 0;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      received += payload.length;
    }),
  );
  const origin = `http://127.0.0.1:${running.port}`;
  await page.goto(running.url);
  await addFleet(page, running.url, doubles.addresses);
  await openGrid(page, origin);
  await page.getByText(`${replicas - 1} of ${replicas} replicas live`).waitFor();
  await page.waitForTimeout(4 * SETTLE_MS);

  const seen = new Map<string, Watched[]>(
    [EMPTY, ...Object.keys(actions)].map((name) => [name, []]),
  );
  const [cpu, memory, kilobytes, load]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < Number(flags.rounds); round++) {
    load.push(os.loadavg()[0] ?? 0);
    await page.goto("about:blank");
    await page.waitForTimeout(1000);
    seen.get(EMPTY)?.push(await watchFrames(page, seconds));
    await openGrid(page, origin);
    for (const [name, act] of Object.entries(actions)) {
      const [before, began, reported] = [readUsage(running.pid), performance.now(), received];
      seen.get(name)?.push(await watchFrames(page, seconds, (until) => act(page, until)));
      const after = readUsage(running.pid);
      const took = (performance.now() - began) / 1000;
      cpu.push((after.cpu - before.cpu) / took);
      memory.push(after.residentMb);
      if (act === idle) kilobytes.push((received - reported) / 1000 / took);
    }
  }
  for (const [name, all] of seen) printFrames(name, all);
  console.log(
    `host: CPU, cores ${medianAndSpread(cpu, 2)}; memory, MB ${medianAndSpread(memory, 0)}`,
  );
  console.log(`reported to the window, kB/s ${medianAndSpread(kilobytes, 0)}`);
  console.log(`load of the machine on its ${os.cpus().length} cores ${medianAndSpread(load, 1)}`);
} finally {
  await browser.close();
  await running.stop();
  fs.rmSync(data, { recursive: true, force: true });
}
