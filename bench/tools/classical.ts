import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forkProcess } from "../../engine/testing/forked-process.ts";
import { root } from "../../scripts/process.ts";
import { mlpRepository } from "../wire/mlp-repository.ts";
import { readFigures } from "./perf-analyzer-csv.ts";
import { type Cell, type Reading, runTool } from "./side-by-side.ts";

const DELAY_MS = 10;
const INSTANCES = 4;

/** The loads; flags are the same for both tools. A model that sleeps has figures that are known: 10 ms, 400 requests/s. */
const LOADS: readonly (readonly [name: string, model: string, flags: readonly string[]])[] = [
  ["sleeps 10 ms, 1 client", "sleeps", ["--concurrency-range", "1"]],
  ["sleeps 10 ms, 4 clients", "sleeps", ["--concurrency-range", "4"]],
  ["sleeps 10 ms, 8 clients, which queue", "sleeps", ["--concurrency-range", "8"]],
  [
    "sleeps 10 ms, 100 requests/s",
    "sleeps",
    ["--request-rate-range", "100", "--request-distribution", "poisson"],
  ],
  ["mlp, 1 client", "mlp", ["--concurrency-range", "1"]],
  ["mlp, 8 clients", "mlp", ["--concurrency-range", "8"]],
];

export interface ClassicalBench {
  readonly cells: readonly Cell[];
  stop(): Promise<void>;
}

/** The engine over gRPC in a process of its own, measured by perf_analyzer and by `batchdeck measure`. */
export async function startClassical(
  perfAnalyzer: readonly string[],
  windowMs: number,
): Promise<ClassicalBench> {
  const repository = mlpRepository();
  addSleeping(repository);
  const results = mkdtempSync(join(tmpdir(), "bench-tools-"));
  const engine = await forkProcess<{ grpc: string }>(
    new URL("../wire/engine-process.ts", import.meta.url),
    [repository],
    { stderr: "ignore" },
  );
  const measure = async (program: readonly string[], model: string, flags: readonly string[]) => {
    const file = join(results, "figures.csv");
    rmSync(file, { force: true });
    const window = ["--measurement-interval", `${windowMs}`];
    const common = ["-m", model, "-u", engine.message.grpc, "-i", "grpc", "-f", file];
    // Three windows, alike or not: the same requests for both.
    const steady = ["--stability-percentage", "1000", "--max-trials", "3"];
    // Our exit code 2: measured, but not valid on a busy machine.
    await runTool([...program, ...common, ...flags, ...window, ...steady], { accepted: [0, 2] });
    return readCsv(readFileSync(file, "utf8"));
  };
  const ours = [process.execPath, join(root, "app/cli/main.ts"), "measure"];
  return {
    cells: LOADS.map(([name, model, flags]) => ({
      name,
      tool: "perf_analyzer",
      ours: () => measure([...ours, "--warmup-seconds", "1"], model, flags),
      theirs: () => measure(perfAnalyzer, model, flags),
    })),
    stop: async () => {
      engine.child.disconnect();
      await engine.exit;
      for (const folder of [repository, results]) rmSync(folder, { recursive: true });
    },
  };
}

/** The columns that both write, µs as ms. */
function readCsv(text: string): Reading {
  // Ours is empty for percentiles with too few samples.
  const cell = readFigures(text);
  return new Map([
    ["requests/s", cell("Inferences/Second")],
    ...["p50", "p90", "p95", "p99"].map(
      (each) => [`${each}, ms`, cell(`${each} latency`) / 1000] as const,
    ),
    // Of the server's own statistics over the same span.
    ["queue, ms", cell("Server Queue") / 1000],
    ["compute, ms", cell("Server Compute Infer") / 1000],
  ]);
}

function addSleeping(repository: string): void {
  mkdirSync(join(repository, "sleeps/1"), { recursive: true });
  writeFileSync(
    join(repository, "sleeps/config.pbtxt"),
    `backend: "identity"
max_batch_size: 0
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ 16 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 16 ] } ]
instance_group [ { kind: KIND_CPU count: ${INSTANCES} } ]
parameters { key: "execute_delay_ms" value { string_value: "${DELAY_MS}" } }
`,
  );
}
