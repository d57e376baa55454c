import { spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { test as base } from "@playwright/test";
import { root } from "../scripts/process.ts";
import { freePort } from "../base/free-port.ts";
import { expect, startConsole, temporaryDirectory } from "./console.ts";

const test = base.extend<{ data: string }>({
  data: async ({}, use) => {
    const directory = temporaryDirectory("start");
    await use(directory);
    fs.rmSync(directory, { recursive: true, force: true });
  },
});

/** Starts the console with flags that it rejects; resolves with exit code and output. */
function refusal(...flags: string[]) {
  const main = path.join(root, "app/start/main.ts");
  const { status, stderr } = spawnSync(process.execPath, [main, "--web", "--no-open", ...flags], {
    encoding: "utf8",
    timeout: 90_000,
  });
  return { status, words: stderr.trim() };
}

function occupy(port: number): Promise<net.Server> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(port, "127.0.0.1", () => resolve(server));
  });
}

test("without a display it reports that in one line and serves the same console", async ({
  data,
}) => {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  test.skip(process.platform !== "linux", "a display is always there on this platform");
  const port = await freePort();
  const taken = await occupy(port);
  const child = spawnSync(
    process.execPath,
    [path.join(root, "app/start/main.ts"), "--no-open", "--data-dir", data, "--port", `${port}`],
    { encoding: "utf8", env, timeout: 90_000 },
  );
  taken.close();
  expect(child.stdout).toContain("No desktop window: there is no display");
});

test("a default port in use is replaced by the next one, which is printed", async ({ data }) => {
  const taken = await occupy(7400).catch(() => null);
  const running = await startConsole(data);
  try {
    expect(running.port).toBeGreaterThan(7400);
    expect(running.output()).toContain(`Port 7400 is taken; using ${running.port}.`);
  } finally {
    expect(await running.stop()).toBe(0);
    taken?.close();
  }
});

test("a given port that is in use is rejected", async ({ data }) => {
  const port = await freePort();
  const taken = await occupy(port);
  const { status, words } = refusal("--data-dir", data, "--port", String(port));
  taken.close();
  expect(status).toBe(1);
  expect(words).toBe(
    `Port ${port} cannot be used for the console: another program has it. Name another with --port.`,
  );
});

test("wrong flags print a sentence and exit with 2", () => {
  expect(refusal("--prot", "1")).toMatchObject({
    status: 2,
    words: expect.stringContaining("--prot"),
  });
});

test("a data directory from a newer version is rejected and not changed", async ({ data }) => {
  const { DatabaseSync } = await import("node:sqlite");
  const file = path.join(data, "batchdeck.db");
  const db = new DatabaseSync(file);
  db.exec(
    "CREATE TABLE migrations (id INTEGER PRIMARY KEY, name TEXT, applied_at INTEGER);" +
      "INSERT INTO migrations VALUES (9999, 'of the future', 0)",
  );
  db.close();
  const before = fs.readFileSync(file);
  const { status, words } = refusal("--data-dir", data, "--port", String(await freePort()));
  expect(status).toBe(1);
  expect(words).toMatch(/newer version/);
  expect(words.split("\n")).toHaveLength(1);
  expect(fs.readFileSync(file).equals(before)).toBe(true);
});

test("a second console on the same data directory is rejected", async ({ data }) => {
  const running = await startConsole(data, ["--port", String(await freePort())]);
  try {
    const { status, words } = refusal("--data-dir", data, "--port", String(await freePort()));
    expect(status).toBe(1);
    expect(words).toContain(data);
  } finally {
    await running.stop();
  }
});

test("a missing model repository is reported in the window and in the log", async ({
  data,
  page,
}) => {
  const missing = path.join(data, "nowhere");
  const flags = ["--port", String(await freePort()), "--model-repository", missing];
  const running = await startConsole(data, flags);
  try {
    await page.goto(running.url);
    await expect(page.getByText(missing).first()).toBeVisible({ timeout: 30_000 });
    expect(running.output()).toContain(missing);
  } finally {
    await running.stop();
  }
});

test("a broken model is reported on the overview while the others serve", async ({
  data,
  page,
}) => {
  const models = path.join(data, "repository");
  fs.mkdirSync(path.join(models, "broken", "1"), { recursive: true });
  fs.writeFileSync(path.join(models, "broken", "1", "model.onnx"), "this is no model");
  fs.mkdirSync(path.join(models, "typo", "1"), { recursive: true });
  fs.writeFileSync(path.join(models, "typo", "config.pbtxt"), "max_batchsize: 4\n");
  fs.mkdirSync(path.join(models, "echo", "1"), { recursive: true });
  fs.writeFileSync(
    path.join(models, "echo", "config.pbtxt"),
    'backend: "identity"\nmax_batch_size: 4\ninput [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]\noutput [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]\n',
  );
  const flags = ["--port", String(await freePort()), "--model-repository", models];
  const running = await startConsole(data, flags);
  try {
    await page.goto(running.url);
    await expect(page.getByRole("row", { name: /^echo (.+ )?Ready/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /^broken/ })).toContainText(/onnx|protobuf|model/i);
    await expect(page.getByRole("row", { name: /^typo/ })).toBeVisible();
  } finally {
    await running.stop();
  }
});
