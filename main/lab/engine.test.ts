import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runServe, type ServeMessage } from "../../engine/serve.ts";
import { TestRepository } from "../../engine/testing/repository.ts";
import { LoadGenerator } from "./generator/generator.ts";
import { planInputs } from "./inputs/plan-inputs.ts";
import { measureStep } from "./measure-step.ts";
import { openTarget } from "./target/target.ts";

const DATATYPES =
  "BOOL UINT8 UINT16 UINT32 UINT64 INT8 INT16 INT32 INT64 FP16 FP32 FP64 STRING BF16";

const stop = new AbortController();
const generator = new LoadGenerator(new URL("./generator/process.ts", import.meta.url));
let repository: TestRepository;
let addresses: { http: string; grpc: string };
let exited: Promise<number>;

/** A model that echoes one tensor of every datatype. */
function everyDatatype(): string {
  const tensors = (prefix: string) =>
    DATATYPES.split(" ").map(
      (type, i) => `{ name: "${prefix}${i}" data_type: TYPE_${type} dims: [ 2, -1 ] }`,
    );
  return [
    "max_batch_size: 8",
    `input [ ${tensors("INPUT").join(", ")} ]`,
    `output [ ${tensors("OUTPUT").join(", ")} ]`,
    "dynamic_batching { }",
    "instance_group [ { kind: KIND_CPU count: 1 } ]",
  ].join("\n");
}

beforeAll(async () => {
  repository = await TestRepository.create();
  await repository.identity("everything", everyDatatype());
  const ready = Promise.withResolvers<ServeMessage>();
  exited = runServe(
    [
      `--model-repository=${repository.path}`,
      "--http-port=0",
      "--grpc-port=0",
      "--allow-metrics=false",
    ],
    { version: "0", out: () => {}, err: () => {}, send: ready.resolve, stop: stop.signal },
  );
  const message = await ready.promise;
  if (message.type === "failed") throw new Error(message.message);
  addresses = message;
});

afterAll(async () => {
  generator[Symbol.dispose]();
  stop.abort();
  await exited;
  await repository[Symbol.asyncDispose]();
});

describe("the lab and the engine", () => {
  it.each(["http", "grpc"] as const)(
    "agree over %s on inputs of every datatype and on how many were inferred",
    async (wire) => {
      using target = openTarget(wire, addresses[wire]);
      const detail = await target.modelDetail("everything");
      const choices = { batchSize: 2, shapes: {} };
      const { inputs } = planInputs(detail, choices);
      expect(inputs).toHaveLength(DATATYPES.split(" ").length);
      const before = await target.statistics("everything");

      const load = {
        model: "everything",
        modelVersion: "1",
        inputs,
        distinctInputs: 8,
        seed: 1,
        concurrency: 4,
      };
      const { totals } = await generator.run({
        wire,
        address: addresses[wire],
        warmupSeconds: 0.1,
        seconds: 0.4,
        loads: [load],
      });
      expect(totals.failures).toBe(0);
      const after = await target.statistics("everything");
      const counted = (statistics: typeof after, name: "success" | "fail") =>
        statistics[0]?.inference_stats[name].count ?? 0;
      expect(counted(after, "success") - counted(before, "success")).toBe(totals.successes);
      expect(counted(after, "fail")).toBe(0);
    },
  );

  it("agree on what was batched, and the failures of a refused request come in its words", async () => {
    using target = openTarget("http", addresses.http);
    const { inputs } = planInputs(await target.modelDetail("everything"), {
      batchSize: 1,
      shapes: {},
    });
    const plan = {
      model: "everything",
      modelVersion: "",
      wire: "http" as const,
      secondsPerStep: 0.5,
      warmupSeconds: 0.1,
      batchSize: 1,
      distinctInputs: 4,
      seed: 1,
    };
    const subject = {
      plan,
      inputs,
      address: addresses.http,
      statistics: () => target.statistics("everything"),
    };
    const tools = { generator, monotonic: () => performance.now() };
    const step = await measureStep(subject, 4, tools);
    expect(step?.server?.executions).toBeGreaterThan(0);
    expect(step?.server?.meanBatch).toBeLessThanOrEqual(4);
    const items = step?.server?.batches.reduce((sum, [size, count]) => sum + size * count, 0);
    expect(items).toBe(step?.server?.inferences);

    const wrong = await measureStep({ ...subject, inputs: inputs.slice(1) }, 1, tools);
    expect(wrong?.successes).toBe(0);
    expect(wrong?.failures[0]?.status).toBe("INVALID_ARGUMENT");
    expect(wrong?.failures[0]?.message).toContain("expected 14 inputs but got 13");
  });
});
