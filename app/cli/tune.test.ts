import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLineProgram, quietMachine } from "../../base/testing/program-files.ts";
import { parseConfig } from "../../engine/config/index.ts";

const main = commandLineProgram.pathname;
const repository = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-tune-"));
const config = path.join(repository, "double", "config.pbtxt");
const TEXT = `name: "double" backend: "identity" max_batch_size: 8
  input [ { name: "x" data_type: TYPE_FP32 dims: [ 4 ] } ]
  output [ { name: "x" data_type: TYPE_FP32 dims: [ 4 ] } ]
  parameters { key: "execute_delay_ms" value: { string_value: "5" } }`;
const engines: ReturnType<typeof spawn>[] = [];
let http = "";

beforeAll(async () => {
  fs.mkdirSync(path.join(repository, "double", "1"), { recursive: true });
  fs.writeFileSync(config, TEXT);
  http = await serve(["--model-control-mode=explicit", "--load-model=*"]);
});
afterAll(async () => {
  const ended = engines.map((engine) => new Promise((resolve) => engine.once("exit", resolve)));
  for (const engine of engines) engine.kill();
  await Promise.all(ended);
  fs.rmSync(repository, { recursive: true, force: true });
});

/** HOST:PORT of an engine's HTTP. */
async function serve(control: readonly string[]): Promise<string> {
  const ports = ["--http-port=0", "--grpc-port=0", "--metrics-port=0"];
  const args = [main, "serve", `--model-repository=${repository}`, ...ports, ...control];
  const engine = spawn(process.execPath, args);
  engines.push(engine);
  return await new Promise<string>((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const [, address] = /HTTP[^\n]*?(127\.0\.0\.1:\d+)/i.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    };
    engine.stdout.on("data", read);
    engine.stderr.on("data", read);
    engine.once("exit", () => reject(new Error(text)));
  });
}

async function tune(
  args: readonly string[],
  onOut: (text: string, kill: () => void) => void = () => {},
) {
  const child = spawn(process.execPath, [main, "tune", "-i", "http", "-u", http, ...args], {
    env: { ...process.env, ...quietMachine },
  });
  const output = { out: "", err: "" };
  let isKilled = false;
  child.stdout.on("data", (chunk: Buffer) => {
    output.out += chunk.toString();
    onOut(output.out, () => {
      if (!isKilled) child.kill("SIGINT");
      isKilled = true;
    });
  });
  child.stderr.on("data", (chunk: Buffer) => (output.err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, ...output };
}

async function served(): Promise<Record<string, unknown>> {
  const response = await fetch(`http://${http}/v2/models/double/config`);
  return (await response.json()) as Record<string, unknown>;
}

const TIMEOUT_MS = 240_000;
const spans = ["--seconds=0.5", "--warmup-auto=0.3", "--pairs=2"];
const short = ["-m", "double", ...spans, "--clients=1,8", "--max-instances=2"];

describe("batchdeck tune", () => {
  it(
    "[TUNE-1] [TUNE-3] measures, names the best configuration, and restores the server",
    async () => {
      const before = await served();
      const json = path.join(repository, "result.json");
      const out = path.join(repository, "best.pbtxt");
      const html = path.join(repository, "report.html");
      const files = ["--json", json, "--out", out, "--html", html];
      const result = await tune([...short, "--trials=3", ...files]);
      expect(result.err).toBe("");
      expect(result.out).toContain("Active: no dynamic batching, 1 instance.");
      expect(result.out).toContain("Shows how long large batches take.");
      expect(result.out).toContain("Confirming, pair 2 of 2.");
      const written = JSON.parse(fs.readFileSync(json, "utf8")) as Record<string, unknown>;
      expect(written["trials"]).toHaveLength(3);
      const report = fs.readFileSync(html, "utf8");
      expect(report).toContain("Highest throughput");
      expect(report).toContain("Shows how long large batches take.");
      const confirmed = written["conclusion"] === "confirmed";
      // How precise the figures are depends on other load of this machine.
      expect(result.code).toBe(confirmed || written["conclusion"] === "baseline is best" ? 0 : 3);
      expect(fs.existsSync(out)).toBe(confirmed);
      const text = confirmed ? fs.readFileSync(out, "utf8") : TEXT;
      expect(parseConfig(text).findings).toEqual([]);
      expect(await served()).toEqual(before);
    },
    TIMEOUT_MS,
  );

  it(
    "[TUNE-3] restores the server when it is interrupted",
    async () => {
      const before = await served();
      const { code, err } = await tune([...short, "--trials=8"], (text, interrupt) => {
        if (text.includes("\n3. ")) interrupt();
      });
      expect(err).toContain(
        "Interrupted from the keyboard. The former configuration is active again.",
      );
      expect(code).toBe(130);
      expect(await served()).toEqual(before);
    },
    TIMEOUT_MS,
  );

  it(
    "[TUNE-6] continues after the trials of an interrupted search",
    async () => {
      const file = path.join(repository, "search.json");
      // Of an earlier try of this test.
      fs.rmSync(file, { force: true });
      const args = [...short, "--trials=3", "--resume", file];
      const first = await tune(args, (text, interrupt) => {
        if (text.includes("\n2. ")) interrupt();
      });
      expect(first.err).toContain("The same command continues the search.");
      expect(first.code).toBe(130);
      const other = await tune([...args, "--objective", "p99<=50ms"]);
      expect(other.err).toContain("holds a search with another goal");
      const again = await tune(args);
      expect(again.err).toBe("");
      expect(again.out).toContain("Continues after 1 trial.");
      expect(again.out).not.toContain("\n1. ");
      expect(again.out).toContain("3 measured.");
      expect(fs.existsSync(file)).toBe(false);
    },
    TIMEOUT_MS,
  );

  it("[TUNE-2] refuses to disturb a model in use", async () => {
    const url = `http://${http}/v2/models/double/infer`;
    const input = { name: "x", datatype: "FP32", shape: [1, 4], data: [1, 2, 3, 4] };
    const body = JSON.stringify({ inputs: [input] });
    const others = { stop: false };
    const traffic = (async () => {
      while (!others.stop)
        await fetch(url, { method: "POST", body }).then((answer) => answer.text());
    })();
    const { code, err } = await tune(short);
    others.stop = true;
    await traffic;
    expect(err).toMatch(/'double' serves other requests now \(\d+ in 1 s\)\. Tune another replica/);
    expect(code).toBe(1);
  });

  it.each([
    [
      ["-m", "double", "--objective", "p95<=3"],
      "--objective is 'p95<=3'; it must be such as p99<=20ms.",
    ],
    [["-m", "double", "--minimize", "p99"], "--minimize p99 needs --request-rate."],
    [
      ["-m", "double", "--minimize", "instances", "--request-rate=10"],
      "needs --objective 'p99<=20ms'",
    ],
    [
      ["-m", "double", "--minimize", "cost", "--request-rate=10"],
      "--minimize is 'cost'; it must be p99 or instances.",
    ],
    [["-m", "double", "--maximize", "p99"], "--maximize is 'p99'; it must be throughput."],
    [
      ["-m", "double", "--trials", "1"],
      "--trials is '1'; it must be a whole number from 2 to 200.",
    ],
    [
      ["-m", "double", "--clients", "1,x"],
      "--clients is 'x'; it must be a whole number from 1 to 10000.",
    ],
    [
      ["-m", "double", "--keep", "threads,delay"],
      "--keep is 'delay'; it must be preferred-sizes, threads or cache.",
    ],
    [["-m", "double", "extra"], "Unexpected argument 'extra'; see tune --help."],
    [[], "tune needs -m MODEL."],
  ])("[TUNE-2] %j is wrong usage", async (args, words) => {
    const { code, err } = await tune(args);
    expect(err).toContain(words);
    expect(code).toBe(2);
  });

  it("[TUNE-5] rejects a file that can't be written before anything is measured", async () => {
    const { code, err, out } = await tune([...short, "--out", path.join(repository, "no", "a")]);
    expect(err).toContain("Can't write --out.");
    expect(out).toBe("");
    expect(code).toBe(1);
  });

  it("[TUNE-5] rejects a server that doesn't load configurations on request", async () => {
    const fixed = await serve([]);
    const { code, err, out } = await tune([...short, "-u", fixed]);
    expect(err).toContain("The server doesn't load configurations on request");
    expect(err).toContain("--model-control-mode=explicit");
    expect(out).toBe("");
    expect(code).toBe(1);
  });

  it("[TUNE-2] treats sizes that the model rejects as wrong usage", async () => {
    const { code, err } = await tune([...short, "--shape", "x:7"]);
    expect(err).toContain("x");
    expect(code).toBe(2);
  });

  it("[TUNE-2] reports a model that doesn't exist", async () => {
    const { code, err } = await tune(["-m", "nothing"]);
    expect(err).toContain("nothing");
    expect(code).toBe(1);
  });
});
