import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commandLineProgram } from "../../base/testing/program-files.ts";
import { startServing } from "../../engine/testing/serving-process.ts";

const main = commandLineProgram.pathname;
const repository = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-worth-"));
let engine: Awaited<ReturnType<typeof startServing>>;

beforeAll(async () => {
  fs.mkdirSync(path.join(repository, "double", "1"), { recursive: true });
  fs.writeFileSync(
    path.join(repository, "double", "config.pbtxt"),
    `name: "double" backend: "identity" max_batch_size: 8
     input [ { name: "x" data_type: TYPE_FP32 dims: [ 4 ] } ]
     output [ { name: "x" data_type: TYPE_FP32 dims: [ 4 ] } ]`,
  );
  engine = await startServing(repository);
});
afterAll(async () => {
  engine.child.kill("SIGTERM");
  await engine.exit;
  fs.rmSync(repository, { recursive: true, force: true });
});

async function cacheWorth(...args: string[]) {
  const child = spawn(process.execPath, [main, "cache-worth", ...args]);
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, ...output };
}

/** Sends four different requests repeatedly until stopped. */
function send(): () => Promise<void> {
  let isOver = false;
  const url = `http://${engine.http}/v2/models/double/infer`;
  const sending = (async () => {
    for (let i = 0; !isOver; i++) {
      const input = { name: "x", datatype: "FP32", shape: [1, 4], data: [i % 4, 2, 3, 4] };
      const response = await fetch(url, {
        method: "POST",
        body: JSON.stringify({ inputs: [input] }),
      });
      await response.text();
    }
  })();
  return async () => {
    isOver = true;
    await sending;
  };
}

it("[CLI-CACHE-1] prints what a cache would answer of the observed requests", async () => {
  const stop = send();
  const { code, out, err } = await cacheWorth("-m", "double", "-u", engine.grpc, "--seconds=2");
  await stop();
  expect(err).toBe("");
  expect(out).toMatch(/^\d+ requests in 2 s; 4 distinct, whose responses need/);
  expect(out).toMatch(/With [\d.]+ KiB: \d\d\.\d % of the requests\. A lookup takes [\d.]+ µs/);
  expect(out).toContain("Clients that repeat requests:");
  expect(code).toBe(0);
}, 60_000);

it("[CLI-CACHE-1] reports that there were no requests", async () => {
  const { code, out } = await cacheWorth("-m", "double", "-u", engine.grpc, "--seconds=1");
  expect(out).toContain("0 requests in 1 s. Send the model some load");
  expect(code).toBe(1);
}, 60_000);

it.each([
  [[], "cache-worth needs -m MODEL."],
  [["-m", "double", "--seconds=0"], "--seconds is '0'; it must be a whole number from 1 to 3600."],
  [["-m", "double", "more"], "Unexpected argument 'more'"],
])("[CLI-CACHE-1] %j is wrong usage", async (args, sentence) => {
  const { code, err } = await cacheWorth(...args);
  expect(err).toContain(sentence);
  expect(code).toBe(2);
});
