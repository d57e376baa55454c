import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generatorProgram } from "../../../base/testing/program-files.ts";
import { serveEngineGrpc } from "../../../engine/protocol/grpc/server.ts";
import { engineRoutes } from "../../../engine/protocol/http/routes.ts";
import { serveHttp } from "../../../engine/protocol/http/server.ts";
import {
  accumulator,
  accumulatorConfig,
} from "../../../engine/scheduling/sequence/testing/models.ts";
import { EngineFixture } from "../../../engine/testing/engine-fixture.ts";
import type { Wire } from "../../contract/index.ts";
import { runSpec, trafficSpec } from "../testing/run-spec.ts";
import { LoadGenerator } from "./generator.ts";
import type { LoadSpec, TrafficSpec } from "./messages.ts";

const SLOW = `max_batch_size: 4
input { name: "INPUT0" data_type: TYPE_FP32 dims: [ 4 ] }
output { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 4 ] }
dynamic_batching { default_queue_policy { max_queue_size: 1 } }
instance_group { kind: KIND_CPU count: 1 }
parameters { key: "execute_delay_ms" value { string_value: "20" } }`;

const WORDS = `backend: "repeat" model_transaction_policy { decoupled: true }
input [ { name: "IN" data_type: TYPE_STRING dims: [ -1 ] },
        { name: "DELAY" data_type: TYPE_UINT32 dims: [ -1 ] },
        { name: "WAIT" data_type: TYPE_UINT32 dims: [ 1 ] } ]
output [ { name: "OUT" data_type: TYPE_STRING dims: [ 1 ] },
         { name: "IDX" data_type: TYPE_UINT32 dims: [ 1 ] } ]`;

const sums = trafficSpec({
  model: "sums",
  inputs: [{ name: "x", datatype: "FP32", shape: [1, 1] }],
  sequence: { shortest: 1, longest: 6 },
});
const slow = trafficSpec({
  model: "slow",
  inputs: [{ name: "INPUT0", datatype: "FP32", shape: [1, 4] }],
});
const words = trafficSpec({
  model: "words",
  inputs: [
    { name: "IN", datatype: "BYTES", shape: [3] },
    { name: "DELAY", datatype: "UINT32", shape: [3] },
    { name: "WAIT", datatype: "UINT32", shape: [1] },
  ],
  source: { kind: "generated", byInput: { DELAY: { kind: "zeros" }, WAIT: { kind: "zeros" } } },
  decoupled: true,
});
const closed: LoadSpec = { kind: "concurrency", clients: 8, thinkMs: 0 };
const open: LoadSpec = { kind: "rate", rate: 200, arrivals: { kind: "poisson" } };

const generator = new LoadGenerator(generatorProgram);
const stack = new AsyncDisposableStack();
const addresses: Record<string, string> = {};
let succeeded: (model: string) => number;

beforeAll(async () => {
  stack.use(generator);
  const fixture = stack.use(await EngineFixture.create());
  await fixture.repository.write("sums/1/model.onnx", accumulator);
  await fixture.repository.write("sums/config.pbtxt", accumulatorConfig());
  await fixture.repository.write("words/config.pbtxt", WORDS);
  await fixture.repository.write("words/1/empty", "");
  await fixture.repository.identity("slow", SLOW);
  const engine = await fixture.start();
  succeeded = (model) => engine.modelStatistics(model, "")[0]?.inference_stats.success.count ?? 0;
  const grpc = await serveEngineGrpc(engine, { host: "127.0.0.1", port: 0 });
  const http = await serveHttp(engineRoutes(engine), { host: "127.0.0.1", port: 0 });
  stack.defer(() => grpc.close());
  stack.defer(() => http.close());
  for (const wire of ["grpc", "grpc-stream", "grpc-js"]) addresses[wire] = `127.0.0.1:${grpc.port}`;
  addresses["http"] = `127.0.0.1:${http.port}`;
});

afterAll(() => stack.disposeAsync());

const run = (wire: Wire, traffic: TrafficSpec, load: LoadSpec) =>
  generator.run(
    runSpec(addresses[wire] as string, { wire, traffic: [traffic], load, seconds: 0.4 }),
  ).result;

describe.each(["http", "grpc", "grpc-stream", "grpc-js"] as const)("the engine over %s", (wire) => {
  it.each([
    ["closed", closed],
    ["open", open],
  ])(
    "[LAB-GEN-6, LAB-GEN-38] takes the sequences of the %s loop, and leaves none open",
    async (_name, load) => {
      const before = succeeded("sums");
      const { failures, successes, totals } = await run(wire, sums, load);
      expect(failures).toEqual([]);
      expect(successes).toBeGreaterThan(5);
      const endings = succeeded("sums") - before - totals.sent;
      expect(endings).toBeGreaterThanOrEqual(0);
      expect(endings).toBeLessThanOrEqual(8);
    },
  );

  it("[LAB-GEN-31] rejects requests beyond its queue", async () => {
    const { outcomes, successes } = await run(wire, slow, { ...closed, clients: 16 });
    expect(successes).toBeGreaterThan(0);
    expect(outcomes.rejected).toBeGreaterThan(0);
    expect(outcomes.failed).toBe(0);
  });
});

it("ends the requests of a decoupled model with their final responses", async () => {
  for (const load of [closed, open]) {
    const { failures, successes } = await run("grpc-stream", words, load);
    expect(failures).toEqual([]);
    expect(successes).toBeGreaterThan(20);
  }
});
