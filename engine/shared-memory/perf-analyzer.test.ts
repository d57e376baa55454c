// perf_analyzer with `--shared-memory system`; `npm run test:real -- perf_analyzer` provides it.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeExampleModels } from "../testing/example-models.ts";
import { TestRepository } from "../testing/repository.ts";
import { startServing, type ServingProcess } from "../testing/serving-process.ts";

const run = promisify(execFile);

/** Program and first arguments as JSON. */
const command = process.env["BATCHDECK_PERF_ANALYZER"];
const skipped =
  command === undefined ? " (skipped: BATCHDECK_PERF_ANALYZER names no perf_analyzer)" : "";

describe.skipIf(command === undefined)(`perf_analyzer${skipped}`, () => {
  let repository: TestRepository;
  let engine: ServingProcess;

  beforeAll(async () => {
    repository = await TestRepository.create();
    await writeExampleModels(repository);
    engine = await startServing(repository.path, [
      "--allow-client-shm=true",
      "--model-control-mode=explicit",
      "--load-model=simple",
      "--load-model=simple_identity",
    ]);
  });
  afterAll(async () => {
    engine.child.kill("SIGTERM");
    await engine.exit;
    await repository[Symbol.asyncDispose]();
  });

  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(`http://${engine.http}/v2/${path}`)).json()) as T;

  /** Requests that succeeded so far. */
  const served = async (model: string): Promise<number> => {
    const { model_stats } = await read<{
      model_stats: { inference_stats: { success: { count: number } } }[];
    }>(`models/${model}/stats`);
    return model_stats[0]?.inference_stats.success.count ?? 0;
  };

  const measure = async (model: string, protocol: "http" | "grpc", ...args: string[]) => {
    const [program = "", ...first] = JSON.parse(command ?? "[]");
    const load = ["--concurrency-range=4", "--request-count=200", "--measurement-interval=500"];
    const target = ["-m", model, "-i", protocol, "-u", engine[protocol]];
    const options = { timeout: 120_000 };
    return (await run(program, [...first, ...target, ...load, ...args], options)).stdout;
  };

  it.each([
    ["simple", "http", ["-b", "4"]],
    ["simple", "grpc", ["-b", "4"]],
    ["simple", "grpc", ["--async", "--streaming"]],
    ["simple_identity", "http", ["--shape=INPUT0:16", "--string-length=32"]],
    ["simple_identity", "grpc", ["--shape=INPUT0:16", "--string-length=32"]],
  ] as const)("[SHM-9] %s over %s, %j", async (model, protocol, args) => {
    const before = await served(model);
    const memory = ["--shared-memory=system", "--output-shared-memory-size=4096"];
    const printed = await measure(model, protocol, ...memory, ...args);
    expect(printed).toMatch(/Concurrency: 4, throughput: [\d.]+ infer\/sec/);
    expect((await served(model)) - before).toBeGreaterThanOrEqual(200);
    expect(await read("systemsharedmemory/status")).toEqual([]);
  });
});
