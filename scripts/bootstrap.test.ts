import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./process.ts";

const bootstrap = path.join(root, "scripts/bootstrap.mjs");

/** Runs a command of the command line as npm would from `directory`. */
const run = (directory: string, ...args: string[]) =>
  spawnSync(process.execPath, [bootstrap, "cli", ...args], {
    encoding: "utf8",
    env: { ...process.env, INIT_CWD: directory },
  });

test("a command's exit code, output and relative paths are those of its caller", () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-bootstrap-"));
  try {
    fs.mkdirSync(path.join(directory, "models", "m", "1"), { recursive: true });
    fs.writeFileSync(path.join(directory, "models", "m", "config.pbtxt"), "max_batch_size: -1");
    const { status, stdout } = run(directory, "lint", "models");
    expect(stdout).toContain("max_batch_size");
    expect(status).toBe(1);
    expect(run(directory, "no-such-command").status).toBe(2);
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
});

test.runIf(process.platform === "linux")(
  "the program takes the process over, with its flags and limits, and a signal reaches it",
  async () => {
    const models = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-bootstrap-"));
    const ports = ["--grpc-port=0", "--http-port=0", "--metrics-port=0"];
    const args = [bootstrap, "cli", "serve", `--model-repository=${models}`, ...ports];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    try {
      for await (const chunk of child.stdout) if (String(chunk).includes("Ready:")) break;
      const read = (name: string) =>
        fs.readFileSync(`/proc/${child.pid}/${name}`, "utf8").split("\0");
      expect(read("cmdline")).toEqual(
        expect.arrayContaining(["--max-semi-space-size=16", path.join(root, "app/cli/main.ts")]),
      );
      expect(read("environ")).toContain("MALLOC_ARENA_MAX=2");
    } finally {
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
      fs.rmSync(models, { recursive: true });
    }
  },
);
