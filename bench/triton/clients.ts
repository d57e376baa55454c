import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LoadGenerator } from "../../main/lab/generator/generator.ts";
import { decodeHistogram } from "../../main/lab/statistics/histograms.ts";
import { targetAt, trafficSpec } from "../../main/lab/testing/run-spec.ts";
import { readFigures } from "../tools/perf-analyzer-csv.ts";
import { runTool } from "../tools/side-by-side.ts";
import { requestInputs } from "./repository.ts";

export interface Load {
  readonly model: string;
  readonly protocol: "grpc" | "http";
  readonly address: string;
  readonly clients: number;
  readonly windowMs: number;
}

export interface Reading {
  /** Responses/s. */
  readonly rate: number;
  /** Response times, ms. */
  readonly p50: number;
  readonly p99: number;
}

export type Client = (load: Load) => Promise<Reading>;

/** perf_analyzer needs three. */
const WINDOWS = 3;
const VOCABULARY = 8192;
const GENERATOR = new URL("../../main/lab/generator/process.ts", import.meta.url);

export function perfAnalyzerClient(program: readonly string[]): Client {
  return async ({ model, protocol, address, clients, windowMs }) => {
    const folder = mkdtempSync(join(tmpdir(), "bench-triton-"));
    const file = join(folder, "figures.csv");
    const args = ["-m", model, "-u", address, "-i", protocol, "-f", file];
    args.push("--concurrency-range", `${clients}`, "--measurement-interval", `${windowMs}`);
    // A fixed number of windows: the same load for both.
    args.push("--stability-percentage", "1000", "--max-trials", `${WINDOWS}`);
    // Its random integers aren't in the vocabulary.
    if (model === "text_encoder") args.push("--input-data", "zero");
    try {
      await runTool([...program, ...args]);
      return readCsv(readFileSync(file, "utf8"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

function readCsv(text: string): Reading {
  const cell = readFigures(text);
  return {
    rate: cell("Inferences/Second"),
    p50: cell("p50 latency") / 1000,
    p99: cell("p99 latency") / 1000,
  };
}

/** The lab's load generator, as `batchdeck measure` runs it. */
export const generatorClient: Client = async ({ model, protocol, address, clients, windowMs }) => {
  const input = requestInputs.get(model);
  if (input === undefined) throw new Error(`unknown model ${model}`);
  const tokens = { kind: "tokens", below: VOCABULARY } as const;
  using generator = new LoadGenerator(GENERATOR);
  const { failures, successes, seconds, response } = await generator.run({
    wire: protocol,
    target: targetAt(address),
    traffic: [
      trafficSpec({
        model,
        inputs: [input],
        distinctInputs: 64,
        source: {
          kind: "generated",
          byInput: input.datatype === "INT64" ? { [input.name]: tokens } : {},
        },
      }),
    ],
    load: { kind: "concurrency", clients, thinkMs: 0 },
    seed: 1,
    warmup: { seconds: 0.5, requests: null },
    seconds: (windowMs * WINDOWS) / 1000,
    requests: null,
    boundMs: null,
    windowSeconds: 1,
  }).result;
  if (failures[0] !== undefined) throw new Error(failures[0].message);
  const times = decodeHistogram(response);
  return {
    rate: successes / seconds,
    p50: times.getValueAtPercentile(50) / 1000,
    p99: times.getValueAtPercentile(99) / 1000,
  };
};
