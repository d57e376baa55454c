// The calls to `pb_utils` with their results: the same in a model of the real Triton of nvidia-pytriton.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_CALLS, API_MODELS, comparable, ENDS_TRITON } from "./testing/api-calls.ts";
import { PythonFixture } from "./testing/python-fixture.ts";
import { findTriton, RealTriton } from "./testing/real-triton.ts";

const packages = findTriton();
const reason = packages === undefined ? " (skipped: BATCHDECK_PYTRITON names no pytriton)" : "";

describe.skipIf(packages === undefined)(`calls to pb_utils on a real Triton${reason}`, () => {
  let fixture: PythonFixture;
  let triton: RealTriton;

  beforeAll(async () => {
    fixture = await PythonFixture.create();
    for (const [name, [code, config]] of Object.entries(API_MODELS)) {
      await fixture.model(name, code, config);
    }
    triton = await RealTriton.start(packages ?? "", fixture.engines.repository.path, [
      "--model-control-mode=explicit",
      ...["run", "echo", "dec"].map((name) => `--load-model=${name}`),
      // Without it the metrics of models are refused.
      "--allow-metrics=true",
      "--metrics-address=127.0.0.1",
      "--metrics-port=0",
    ]);
  }, 180_000);
  afterAll(async () => {
    await triton?.[Symbol.asyncDispose]();
    await fixture?.[Symbol.asyncDispose]();
  }, 60_000);

  async function run(code: string): Promise<string> {
    const input = { name: "INPUT0", datatype: "BYTES", shape: [1], data: [code] };
    const response = await fetch(`http://${triton.http}/v2/models/run/infer`, {
      method: "POST",
      body: JSON.stringify({ inputs: [input] }),
      signal: AbortSignal.timeout(60_000),
    });
    const { outputs } = (await response.json()) as { outputs: [{ data: [string] }] };
    return outputs[0].data[0];
  }

  it.each(Object.entries(API_CALLS))("%s", async (_title, calls) => {
    const expected = calls
      .map(([code, result, onTriton = result]) => [code, onTriton] as const)
      .filter(([, onTriton]) => onTriton !== ENDS_TRITON);
    const found: [code: string, result: string][] = [];
    for (const [code, result] of expected) {
      found.push([code, comparable(await run(code).catch(String), result)]);
    }
    expect(found).toEqual(expected);
  });
});
