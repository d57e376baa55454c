import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { cpuLaps } from "../base/testing/cpu-time.ts";
import { freePort } from "../base/free-port.ts";
import host from "../scripts/bootstrap/host.json" with { type: "json" };
import { bundles, fingerprintBundle, isBuilt } from "../scripts/bootstrap/bundles.mjs";
import { quietMachine } from "../base/testing/program-files.ts";
import { mintCode, readKey, signInLink } from "../app/web/sign-in/index.ts";
import { root } from "../scripts/process.ts";

export { expect };

export interface RunningConsole {
  /** A sign-in link that opens the console; a new one each time, since it works once. */
  readonly url: string;
  readonly port: number;
  /** Process id of the host. */
  readonly pid: number;
  readonly dataDirectory: string;
  /** Its output so far. */
  output(): string;
  /** Stops it; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Stops it and starts it again with the same port and data. */
  restart(): Promise<void>;
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
}

const START_LIMIT_MS = 60_000;

/** Throws if the build is older than the sources. */
function checkBuilt(): void {
  for (const name of ["renderer", "programs"] as const)
    if (!isBuilt(root, name, fingerprintBundle(root, name)))
      throw new Error("The console is not built from the current sources. Run: npm run build");
}

function start(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Started> {
  checkBuilt();
  const program = path.join(root, bundles.programs.output);
  const child = spawn(process.execPath, [...host.flags, program, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`${why}:\n${text}`));
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail("No console after 60 s");
    }, START_LIMIT_MS);
    const listen = (chunk: string) => {
      text += chunk;
      const url = /^Console: (\S+)/m.exec(text)?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve({ child, url, output: () => text });
    };
    child.stdout.setEncoding("utf8").on("data", listen);
    child.stderr.setEncoding("utf8").on("data", listen);
    child.on("exit", (code) => fail(`The console ended with ${code}`));
  });
}

function end({ child }: Started): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode);
    child.on("exit", (code) => resolve(code));
    child.kill("SIGTERM");
  });
}

/** Starts the built console like `npm start -- --web`; `quiet`: other work on this machine makes no measurement invalid. */
export async function startConsole(
  dataDirectory: string,
  flags: readonly string[] = [],
  { quiet = false } = {},
): Promise<RunningConsole> {
  const args = ["--web", "--no-open", "--data-dir", dataDirectory, ...flags];
  const environment = quiet ? quietMachine : {};
  let started = await start(args, environment);
  const port = Number(new URL(started.url).port);
  return {
    get url() {
      const key = readKey(dataDirectory);
      if (!key) throw new Error(`There is no key in ${dataDirectory}`);
      return signInLink(port, mintCode(key, "printed", { now: Date.now(), random: randomBytes }));
    },
    port,
    get pid() {
      return started.child.pid ?? 0;
    },
    dataDirectory,
    output: () => started.output(),
    stop: () => end(started),
    async restart() {
      await end(started);
      started = await start(args, environment);
    },
  };
}

export function temporaryDirectory(prefix: string): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), `batchdeck-${prefix}-`));
}

/** Writes a console's models into its empty repository. */
export interface ModelWriter {
  write(repository: string): void;
}

/** The console of a worker's spec files: one of another name replaces it. */
class CurrentConsole {
  #name = "";
  #running: RunningConsole | undefined;

  async named(name: string, models: ModelWriter | null): Promise<RunningConsole> {
    if (this.#running && name === this.#name) return this.#running;
    await this.stop();
    const directory = temporaryDirectory(`e2e-${name}`);
    const flags = ["--port", String(await freePort())];
    if (models) {
      const repository = path.join(directory, "models");
      models.write(repository);
      flags.push("--model-repository", repository);
    }
    this.#running = await startConsole(directory, flags, { quiet: true });
    this.#name = name;
    return this.#running;
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.stop();
    if (running) fs.rmSync(running.dataDirectory, { recursive: true, force: true });
  }
}

interface TestFixtures {
  /** Annotates a test with its CPU seconds, for scripts/slowest-tests.ts. */
  readonly cpu: undefined;
  readonly console: RunningConsole;
  readonly consoleName: string;
  readonly models: ModelWriter | null;
}

interface WorkerFixtures {
  readonly current: CurrentConsole;
}

/** A worker's first test includes the start of its browser. */
const cpuLap = cpuLaps();

/**
 * A console on a free port, for all spec files of a worker: with the sample models, or with those that a file writes
 * (`test.use({ models })`). A file that changes its console uses its own with `test.use({ consoleName: "its name" })`,
 * in the worker's browser.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  cpu: [
    // Playwright wants a pattern.
    async ({}, use, { annotations }) => {
      await use(undefined);
      annotations.push({ type: "cpu", description: cpuLap().toFixed(2) });
    },
    { auto: true },
  ],
  consoleName: ["all", { option: true }],
  models: [null, { option: true }],
  current: [
    async ({}, use) => {
      const current = new CurrentConsole();
      await use(current);
      await current.stop();
    },
    { scope: "worker" },
  ],
  console: [
    async ({ current, consoleName, models }, use) => use(await current.named(consoleName, models)),
    { timeout: 120_000 },
  ],
});

/** Opens the console with its sign-in link and waits until the browser has stored its key. */
export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => localStorage.getItem("batchdeck.browser") !== null);
}

/** Opens a model's page from any page of the console. */
export async function openModel(page: Page, model: string, range?: string): Promise<void> {
  await page.getByRole("link", { name: "Overview" }).click();
  await page
    .getByRole("row", { name: new RegExp(`^${model} `) })
    .getByRole("link", { name: model, exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: model })).toBeVisible();
  if (range) await page.getByRole("button", { name: range }).click();
}

/** Opens the console, runs `work` with sample traffic, and stops the traffic. */
export async function withTraffic(
  page: Page,
  running: RunningConsole,
  work: () => Promise<void>,
): Promise<void> {
  await page.goto(running.url);
  await page.getByRole("button", { name: "Send sample traffic" }).first().click();
  await expect(page.getByText(/left/)).toBeVisible();
  await work();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Send sample traffic" }).first()).toBeVisible();
}

/** The configuration editor. */
export const editor = (page: Page) => page.getByRole("textbox", { name: /^Configuration of/ });
