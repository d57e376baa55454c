import { afterEach, beforeEach, expect, test } from "vitest";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { floats, inferRequest } from "../testing/requests.ts";

const HUGE = "n".repeat(20_000_000);

let fixture: EngineFixture;
let lines: string[];

beforeEach(async () => {
  lines = [];
  fixture = await EngineFixture.create({
    modelControlMode: "explicit",
    traceSettings: { trace_level: ["TIMESTAMPS"], trace_rate: 1 },
    log: (sentence: string) => void lines.push(sentence),
  });
});
afterEach(() => fixture[Symbol.asyncDispose]());

test("[LOAD-26] an impossible name is rejected, and nothing is kept", async () => {
  const engine = await fixture.start();
  const files = new Map([["1/model.onnx", new Uint8Array(4)]]);
  for (const parameters of [{}, { config: "{}" }, { config: "{}", files }])
    await expect(engine.loadModel(HUGE, parameters)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: `the model's name '${"n".repeat(64)}…' is too long: it has 20000000 bytes, and at most 255 are possible`,
    });
  await engine.unloadModel(HUGE, false);
  const request = inferRequest({ modelName: HUGE, id: HUGE, inputs: [floats("x", [1], [1])] });
  const trace = engine.startTrace(HUGE, HUGE);
  await expect(engine.infer({ ...request, ...(trace && { trace }) })).rejects.toThrow(
    "unknown model",
  );
  for (const ask of [
    () => engine.modelMetadata(HUGE, ""),
    () => engine.modelConfig(HUGE, HUGE),
    () => engine.modelStatistics(HUGE, ""),
    () => engine.modelConfig("x", HUGE),
    () => engine.traceSettings(HUGE),
    () => engine.versionSplit(HUGE),
  ])
    expect(errorMessage(ask).length).toBeLessThan(1000);
  expect(await engine.repositoryIndex(false)).toEqual([]);
  expect(engine.telemetry().models).toEqual([]);
  expect(JSON.stringify(engine.traces(0)).length).toBeLessThan(10_000);
  expect(lines.join("").length).toBeLessThan(50_000);
});

test("[LOAD-26] accepts names of 255 bytes, non-ASCII ones included", async () => {
  const engine = await fixture.start();
  await expect(engine.loadModel("模".repeat(85), {})).rejects.not.toThrow("too long");
  await expect(engine.loadModel("模".repeat(86), {})).rejects.toThrow("has 258 bytes");
});

function errorMessage(ask: () => unknown): string {
  try {
    ask();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it did not throw");
}
