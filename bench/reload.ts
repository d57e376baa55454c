/**
 * Effect of reloads on concurrent requests: an engine process with a constant rate of requests, repeatedly reloaded with
 * another batching delay, compared with the same time without reloads, interleaved. A reload should lose no request, and
 * delay none beyond the usual p99 and the longest batch. node bench/reload.ts
 * [--model=mlp] [--rate=1000] [--seconds=6] [--reloads=5] [--rounds=5]
 */
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { writeSampleModels } from "../assets/sample-models/index.ts";
import { sampleModels } from "../assets/sample-models/catalogue.ts";
import { temporaryDirectory } from "../e2e/console.ts";
import { LoadGenerator } from "../main/lab/generator/generator.ts";
import type { RunResult, TrafficSpec } from "../main/lab/generator/messages.ts";
import { decodeHistogram } from "../main/lab/statistics/histograms.ts";
import { runSpec, targetAt, trafficSpec } from "../main/lab/testing/run-spec.ts";
import { startServing } from "../engine/testing/serving-process.ts";
import { build } from "../scripts/build.ts";
import { medianAndSpread } from "./statistics/quantiles.ts";

const { values: flags } = parseArgs({
  options: {
    model: { type: "string", default: "mlp" },
    rate: { type: "string", default: "1000" },
    seconds: { type: "string", default: "6" },
    reloads: { type: "string", default: "5" },
    rounds: { type: "string", default: "5" },
  },
});
const rate = Number(flags.rate);
const seconds = Number(flags.seconds);
const reloads = Number(flags.reloads);
/** A program as the console starts it. */
const built = (name: string) => new URL(`../dist/programs/${name}`, import.meta.url);
await build("programs", () => {});

interface Span {
  readonly requests: number;
  readonly failed: number;
  /** Of successful requests, ms. */
  readonly p99: number;
  readonly longest: number;
}

function readSpan(result: RunResult): Span {
  const failed = result.failures.reduce((sum, { count }) => sum + count, 0);
  return {
    requests: result.successes + failed,
    failed,
    p99: decodeHistogram(result.response).getValueAtPercentile(99) / 1000,
    longest: (result.responseTimes.max ?? 0) / 1000,
  };
}

/** Reloads the model repeatedly with another delay; returns the time of each load, ms. */
async function reload(http: string, model: string, count: number): Promise<number[]> {
  const times: number[] = [];
  const config = (await (await fetch(`http://${http}/v2/models/${model}/config`)).json()) as object;
  for (let i = 1; i <= count; i++) {
    await sleep((seconds * 1000) / (count + 1));
    const dynamic_batching = { max_queue_delay_microseconds: 100 + i };
    const started = performance.now();
    const response = await fetch(`http://${http}/v2/repository/models/${model}/load`, {
      method: "POST",
      body: JSON.stringify({
        parameters: { config: JSON.stringify({ ...config, dynamic_batching }) },
      }),
    });
    if (!response.ok) throw new Error(`The reload failed: ${await response.text()}`);
    times.push(performance.now() - started);
  }
  return times;
}

async function measure(
  traffic: TrafficSpec,
  grpc: string,
  work: () => Promise<void>,
): Promise<Span> {
  using generator = new LoadGenerator(built("generator.js"));
  const working = Promise.withResolvers<void>();
  const load = { kind: "rate", rate, arrivals: { kind: "constant" } } as const;
  const spec = { wire: "grpc", traffic: [traffic], load, seconds } as const;
  const run = generator.run(
    runSpec(grpc, { ...spec, target: targetAt(grpc), warmup: { seconds: 1, requests: null } }),
    { measuring: () => working.resolve(work()) },
  );
  const [result] = await Promise.all([run.result, working.promise]);
  return readSpan(result);
}

/** The sample's configuration with batching and without the cache, which would answer before the queue. */
function batched(config: string): string {
  const plain = config.replace(/^response_cache .*\n/m, "").replace(/^dynamic_batching .*\n/m, "");
  return `${plain}dynamic_batching { }\n`;
}

const sample = sampleModels.find(({ name }) => name === flags.model);
if (!sample) throw new Error(`There is no sample model '${flags.model}'.`);
const directory = temporaryDirectory("bench-reload");
await writeSampleModels(directory);
const config = batched(sample.config);
fs.writeFileSync(path.join(directory, sample.name, "config.pbtxt"), config);
const { child, grpc, http } = await startServing(
  directory,
  ["--model-control-mode=explicit", `--load-model=${sample.name}`],
  { stderr: "ignore", program: built("engine.js") },
);
const spans: { quiet: Span[]; reloaded: Span[] } = { quiet: [], reloaded: [] };
const loads: number[] = [];
try {
  const { inputs } = (await (await fetch(`http://${http}/v2/models/${sample.name}`)).json()) as {
    inputs: {
      name: string;
      datatype: TrafficSpec["inputs"][number]["datatype"];
      shape: number[];
    }[];
  };
  const traffic = trafficSpec({
    model: sample.name,
    inputs: inputs.map((input) => ({
      ...input,
      shape: input.shape.map((dim) => Math.max(dim, 1)),
    })),
    distinctInputs: 100,
  });
  const quiet = () => measure(traffic, grpc, async () => {});
  await quiet();
  for (let i = 0; i < Number(flags.rounds); i++) {
    spans.quiet.push(await quiet());
    spans.reloaded.push(
      await measure(traffic, grpc, async () => {
        loads.push(...(await reload(http, sample.name, reloads)));
      }),
    );
  }
} finally {
  child.kill();
  fs.rmSync(directory, { recursive: true, force: true });
}
const reported = Object.entries({ "without reloads": spans.quiet, "with reloads": spans.reloaded });
for (const [name, all] of reported) {
  const sum = (of: "requests" | "failed") => all.reduce((total, span) => total + span[of], 0);
  const figure = (of: "p99" | "longest") =>
    medianAndSpread(
      all.map((span) => span[of]),
      1,
    );
  console.log(
    `${sample.name} at ${rate}/s ${name}: ${sum("failed")} of ${sum("requests")} requests failed; ` +
      `p99 ${figure("p99")} ms, longest ${figure("longest")} ms`,
  );
}
console.log(`${loads.length} reloads, each ${medianAndSpread(loads, 0)} ms`);
