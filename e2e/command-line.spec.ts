import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { quietMachine } from "../base/testing/program-files.ts";
import { root } from "../scripts/process.ts";
import { temporaryDirectory } from "./console.ts";

test.describe.configure({ mode: "serial" });

const cli = path.join(root, "app/cli/main.ts");
const directory = temporaryDirectory("shell");
let engine: ChildProcess;
let http = "";
let grpc = "";

function batchdeck(...args: string[]) {
  return spawnSync(process.execPath, [cli, ...args], {
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, ...quietMachine },
  });
}

test.afterAll(() => {
  engine?.kill("SIGKILL");
  fs.rmSync(directory, { recursive: true, force: true });
});

test("--help everywhere", () => {
  expect(batchdeck("--help")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("measure"),
  });
  for (const command of ["serve", "sample-models", "measure"]) {
    const { status, stdout } = batchdeck(command, "--help");
    expect(status).toBe(0);
    expect(stdout).toContain("Usage:");
  }
});

test("invalid commands and flags print one sentence and exit with 2", () => {
  for (const args of [
    ["nope"],
    ["serve", "--modell=x"],
    ["measure", "--nope"],
    ["sample-models"],
  ]) {
    const { status, stderr } = batchdeck(...args);
    expect(status, args.join(" ")).toBe(2);
    expect(stderr.trim().length, args.join(" ")).toBeGreaterThan(10);
    expect(stderr, args.join(" ")).not.toContain("    at ");
  }
});

test("sample-models writes a repository that serve serves", async () => {
  expect(batchdeck("sample-models", directory).status).toBe(0);
  engine = spawn(process.execPath, [
    cli,
    "serve",
    `--model-repository=${directory}`,
    "--http-port=0",
    "--grpc-port=0",
    "--metrics-port=0",
  ]);
  let text = "";
  const ready = await new Promise<RegExpExecArray>((resolve, reject) => {
    engine.stdout!.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const found = /^Ready: grpc (\S+) http (\S+) metrics (\S+)$/m.exec(text);
      if (found) resolve(found);
    });
    engine.on("exit", (code) => reject(new Error(`serve ended with ${code}: ${text}`)));
  });
  [, grpc, http] = ready as unknown as [string, string, string];
  expect((await fetch(`http://${http}/v2/health/ready`)).status).toBe(200);
});

for (const wire of ["http", "grpc"] as const) {
  test(`measure over ${wire} prints a table and writes JSON`, () => {
    const file = path.join(directory, `${wire}.json`);
    const { status, stdout, stderr } = batchdeck(
      "measure",
      "-m",
      "mlp",
      "-i",
      wire,
      "-u",
      wire === "http" ? http : grpc,
      "--concurrency-range=1:4:3",
      "--seconds=0.5",
      "--warmup-interval=200",
      "--json",
      file,
    );
    expect(stderr).toBe("");
    // On a busy machine measurements are invalid: printed, with exit code 2.
    expect(status).toBe(/\binvalid\b/.test(stdout) ? 2 : 0);
    expect(stdout).toMatch(/Concurrency/);
    const result = JSON.parse(fs.readFileSync(file, "utf8"));
    expect(result).toHaveProperty("version");
    expect(JSON.stringify(result)).toContain('"load":{"kind":"concurrency","value":4}');
  });
}

test("no listener: one sentence, code 1", () => {
  const args = ["-m", "mlp", "-u", "127.0.0.1:1", "--concurrency-range=1"];
  const { status, stderr } = batchdeck("measure", ...args);
  expect(status).toBe(1);
  expect(stderr).toContain("127.0.0.1:1");
});

test("SIGTERM drains and exits with 0", async () => {
  const ended = new Promise((resolve) => engine.on("exit", (code) => resolve(code)));
  engine.kill("SIGTERM");
  expect(await ended).toBe(0);
});
