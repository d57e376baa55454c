import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TestRepository } from "../../../engine/testing/repository.ts";
import { type ServingProcess, startServing } from "../../../engine/testing/serving-process.ts";
import { plainTarget } from "../../wire/index.ts";
import { httpTo } from "../kinds/testing/product.ts";
import type { Observation, RawFigure } from "../observation.ts";
import { openSession } from "../open-session.ts";
import type { Session } from "../session.ts";

/** What HTTP encodes differently: enumerations, 64-bit integers, floats, maps of numbers. */
const RICH = `max_batch_size: 8
dynamic_batching {
  preferred_batch_size: [ 2, 6 ]
  max_queue_delay_microseconds: 100
  priority_levels: 3
  default_priority_level: 2
  default_queue_policy { timeout_action: DELAY default_timeout_microseconds: 18446744073709551615 }
  priority_queue_policy { key: 1 value { max_queue_size: 4 allow_timeout_override: true } }
}
instance_group [ { name: "cpu" count: 2 kind: KIND_CPU } ]
version_policy { specific { versions: [ 1 ] } }
parameters { key: "note" value { string_value: "\\"é\\" 😀" } }
model_metrics { metric_control { metric_identifier { family: "nv_inference_first_response_histogram_ms" } histogram_options { buckets: [ 0.1, 100, 2.5 ] } } }
`;
const SEQUENCES = `max_batch_size: 4
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
sequence_batching {
  max_sequence_idle_microseconds: 18446744073709551614
  direct { minimum_slot_utilization: 0.1 }
  control_input [ { name: "START" control [ { kind: CONTROL_SEQUENCE_START int32_false_true: [ 0, 1 ] } ] } ]
}
`;
const ENSEMBLE = `name: "both" platform: "ensemble" max_batch_size: 8
input [ { name: "IN" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUT" data_type: TYPE_FP32 dims: [ -1 ] } ]
ensemble_scheduling { step [ { model_name: "rich" model_version: -1
  input_map { key: "INPUT0" value: "IN" } output_map { key: "OUTPUT0" value: "OUT" } } ] }
`;

const MAX_TIMEOUT = {
  default_queue_policy: { default_timeout_microseconds: "18446744073709551615" },
};
const MAX_IDLE = { max_sequence_idle_microseconds: "18446744073709551614" };

const closing = new AsyncDisposableStack();
let engine: ServingProcess;
let grpc: Session;
let http: Session;

beforeAll(async () => {
  const repository = closing.use(await TestRepository.create());
  await repository.identity("rich", RICH);
  await repository.identity("sequences", SEQUENCES);
  await repository.identity("asleep", "max_batch_size: 1");
  await repository.write("both/config.pbtxt", ENSEMBLE);
  await repository.write("both/1/.keep", "");
  engine = await startServing(repository.path, [
    "--model-control-mode=explicit",
    "--load-model=both",
    "--load-model=sequences",
  ]);
  closing.defer(async () => {
    engine.child.kill();
    await engine.exit;
  });
  const [byGrpc, byHttp] = [plainTarget(engine.grpc), plainTarget(engine.http)];
  const metrics = plainTarget(engine.metrics);
  const any = { wanted: null, seen: null };
  const { signal } = new AbortController();
  grpc = closing.use(await openSession("s", { grpc: byGrpc, http: byHttp, metrics }, any, signal));
  http = closing.use(await openSession("s", { grpc: null, http: byHttp, metrics }, any, signal));
}, 60_000);

afterAll(() => closing.disposeAsync());

describe("an engine that answers over gRPC and over HTTP", () => {
  it("[SERVER-R9] is recognised as a Batchdeck engine over both protocols", () => {
    expect([grpc.batchdeck, http.batchdeck]).toEqual([true, true]);
  });

  it("[SERVER-R3] [SERVER-H5] is recognised over HTTP alone, and has everything but what needs gRPC", async () => {
    expect(http).toMatchObject({ kind: "triton", version: grpc.version, insight: null });
    expect(grpc.capabilities).toContain("insight");
    expect(http.capabilities).toEqual(grpc.capabilities.filter((each) => each !== "insight"));
    await expect(http.telemetry()).rejects.toMatchObject({
      code: "UNIMPLEMENTED",
      message: expect.stringContaining("its gRPC address"),
    });
  });

  it("[SERVER-H1] is observed alike", async () => {
    using client = httpTo(engine.http);
    for (const batch of [1, 2, 6]) {
      const data = Array.from({ length: batch * 2 }, (_, i) => i);
      const input = { name: "IN", datatype: "FP32", shape: [batch, 2], data };
      const answer = await client.send("POST", "/v2/models/both/infer", { inputs: [input] });
      expect(answer.status).toBe(200);
    }
    const missing = await client.send("POST", "/v2/models/both/infer", { inputs: [] });
    expect(missing.status).toBe(400);
    // The last request may be counted after its response.
    await vi.waitFor(async () => {
      const [overGrpc, overHttp] = [await grpc.observe(), await http.observe()];
      expect(overHttp.models).toEqual(overGrpc.models);
      const ofMachine = (reported: RawFigure) =>
        "figure" in reported && /^(cpu|memory|gpu)/.test(reported.figure);
      // [TRITON-6] The engine's telemetry is available over gRPC only.
      const own = overGrpc.figures.filter(({ source }) => source.startsWith("telemetry "));
      const ids = new Set(own.flatMap(figuresIn));
      expect(ids).toContain("latencyP99Ms");
      const still = ({ figures }: Observation) =>
        figures.filter((each) => !ofMachine(each) && !figuresIn(each).some((id) => ids.has(id)));
      expect(still(overHttp)).toEqual(still(overGrpc));
      const waiting = ({ figures }: Observation) =>
        figures.flatMap((each) =>
          each.form === "gauge" && each.figure === "waiting" ? [`${each.model} ${each.value}`] : [],
        );
      const byText = (a: string, b: string) => (a < b ? -1 : 1);
      expect(waiting(overHttp).toSorted(byText)).toEqual(waiting(overGrpc).toSorted(byText));
      expect(still(overHttp).length).toBeGreaterThan(20);
      expect(await http.statistics("rich")).toEqual(await grpc.statistics("rich"));
      expect(await http.statistics("")).toEqual(await grpc.statistics(""));
    }, 20_000);
    expect((await http.statistics("rich"))[0]).toMatchObject({ inference_count: 9 });
    expect(await http.repositoryIndex()).toEqual(await grpc.repositoryIndex());
  });

  it.each(["rich", "sequences", "both", "asleep"])(
    "[SERVER-H1] reports the same of %s",
    async (model) => {
      const overGrpc = await grpc.modelDetail(model);
      const { instances, ...overHttp } = await http.modelDetail(model);
      expect(overHttp).toEqual({ ...overGrpc, instances: undefined });
      expect(instances).toHaveLength(overGrpc.instances.length);
    },
  );

  it("[SERVER-H1] reports 64-bit integers to their last digit and accepts them in an override", async () => {
    const before = [{ dynamic_batching: MAX_TIMEOUT }, { sequence_batching: MAX_IDLE }];
    for (const session of [grpc, http]) {
      expect((await session.modelDetail("rich")).config).toMatchObject(before[0] as object);
      expect((await session.modelDetail("sequences")).config).toMatchObject(before[1] as object);
    }
    const { input, output } = (await http.modelDetail("rich")).config ?? {};
    const io = `"input": ${JSON.stringify(input)}, "output": ${JSON.stringify(output)}`;
    for (const idle of ["18446744073709551613", '"18446744073709551613"']) {
      await http.load(
        "asleep",
        `{"backend": "identity", "max_batch_size": 2, ${io}, "dynamic_batching": {"max_queue_delay_microseconds": ${idle}}}`,
      );
      for (const session of [grpc, http]) {
        const { config } = await session.modelDetail("asleep");
        expect(config?.["dynamic_batching"]).toMatchObject({
          max_queue_delay_microseconds: "18446744073709551613",
        });
      }
      const answer = await fetch(`http://${engine.http}/v2/models/asleep/config`);
      expect(await answer.text()).toContain('"max_queue_delay_microseconds":18446744073709551613,');
      await http.unload("asleep");
    }
  });

  it("[SERVER-H1] accepts an override over HTTP, which both report, and rejects in the same words", async () => {
    const { config: before } = await http.modelDetail("rich");
    const { input, output } = before ?? {};
    const config = JSON.stringify({ backend: "identity", max_batch_size: 2, input, output });
    await http.load("asleep", config);
    const { config: served } = await http.modelDetail("asleep");
    expect(served).toMatchObject({ name: "asleep", max_batch_size: 2 });
    expect((await grpc.modelDetail("asleep")).config).toEqual(served);
    await http.unload("asleep");
    expect(await grpc.modelDetail("asleep")).toMatchObject({ ready: false });
    const refusals = await Promise.all(
      [grpc, http].flatMap((session) => [
        reported(session.load("absent")),
        reported(session.load("rich", "{")),
        reported(session.load("rich", '{"nosuch":1}')),
        reported(session.statistics("absent")),
        reported(session.modelDetail("absent")),
      ]),
    );
    expect(refusals.slice(5)).toEqual(refusals.slice(0, 5));
  });
});

function reported(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "it was answered",
    ({ code, message }: { code: string; message: string }) => [code, message],
  );
}

function figuresIn(figure: RawFigure): readonly string[] {
  if ("figure" in figure) return [figure.figure];
  return Object.keys(figure.quantiles);
}
