// Response statistics of a real decoupled model.
import { expect, it } from "vitest";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { inferRequest } from "../testing/requests.ts";
import type { ModelStatistics } from "../types.ts";

const METRICS = `instance_group [ { kind: KIND_CPU count: 1 } ]
model_metrics { metric_control [ {
  metric_identifier { family: "nv_inference_first_response_histogram_ms" }
  histogram_options { buckets: [ 1000, 10 ] }
} ] }`;

const integers = (name: string, datatype: string, values: number[]) => {
  const bytes = new Uint8Array(Int32Array.from(values).buffer);
  const shape = [values.length];
  return { name, datatype, shape, segments: [bytes], byteLength: bytes.byteLength };
};

it("[STATS-9][STATS-10] a decoupled model's responses are counted by number, and its first ones timed", async () => {
  await using fixture = await EngineFixture.create();
  await fixture.repository.repeat("repeat", "INT32", METRICS);
  const engine = await fixture.start();
  const stream = (values: number[], delays: number[], signal?: AbortSignal) =>
    engine.inferStream(
      inferRequest({
        modelName: "repeat",
        inputs: [
          integers("IN", "INT32", values),
          integers("DELAY", "UINT32", delays),
          integers("WAIT", "UINT32", [0]),
        ],
        ...(signal && { signal }),
      }),
      () => {},
    );
  await stream([1, 2], [20, 5]);
  await stream([7], [0]);
  const abort = new AbortController();
  const cancelled = stream([1, 2], [0, 500], abort.signal);
  setTimeout(() => abort.abort(), 50);
  await expect(cancelled).rejects.toMatchObject({ code: "CANCELLED" });

  const [statistics] = engine.modelStatistics("repeat", "") as [ModelStatistics];
  const counts = Object.entries(statistics.response_stats).map(([number, durations]) => [
    number,
    Object.fromEntries(
      Object.entries(durations).flatMap(([name, { count }]) => (count > 0 ? [[name, count]] : [])),
    ),
  ]);
  expect(Object.fromEntries(counts)).toEqual({
    0: { compute_infer: 3, compute_output: 3, success: 3 },
    1: { compute_infer: 2, compute_output: 1, success: 1, empty_response: 1, cancel: 1 },
    2: { compute_infer: 1, empty_response: 1 },
  });
  expect(statistics.response_stats["0"]?.compute_infer.ns).toBeGreaterThanOrEqual(19e6);
  expect(statistics.inference_stats).toMatchObject({ success: { count: 2 }, fail: { count: 1 } });
  const [model] = engine.telemetry().models;
  expect(model?.firstResponses).toMatchObject({ bucketsMs: [10, 1000] });
  expect(model?.firstResponses?.counts.reduce((sum, count) => sum + count)).toBe(3);
});
