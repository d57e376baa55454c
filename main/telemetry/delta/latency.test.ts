import { describe, expect, it } from "vitest";
import { LatencyHistogram } from "../../../base/latency-histogram.ts";
import type { Observation, RawFigure } from "../../servers/observation.ts";
import { type Delta, computeDelta } from "./delta.ts";
import { toFigures } from "./part-figures.ts";
import { joinDeltas, mergeDeltas } from "./merge.ts";

const quantiles = { latencyP50Ms: 0.5, latencyP99Ms: 0.99 };

function latencies(micros: readonly number[]): RawFigure {
  const histogram = new LatencyHistogram();
  for (const each of micros) histogram.record(each);
  const latency = histogram.counts();
  return { form: "latency", quantiles, model: "m", source: "telemetry latency", latency };
}

const answer = (...figures: RawFigure[]): Observation => ({
  incarnation: null,
  models: [],
  figures,
  exposition: null,
});

const between = (before: readonly number[], now: readonly number[]): Delta =>
  computeDelta(answer(latencies(before)), answer(latencies(now)), 1);

const valuesOf = (delta: Delta) => toFigures(delta).map(({ figure, value }) => [figure, value]);

describe("[OBSERVE-5] latencies in the engine's buckets", () => {
  it("have the exact percentiles of what was added since the last poll", () => {
    expect(toFigures(between([5000, 5000], [5000, 5000, 100, 100]))).toEqual([
      expect.objectContaining({ figure: "latencyP50Ms", value: 0.1, provenance: "exact" }),
      expect.objectContaining({ figure: "latencyP99Ms", value: 0.1, hint: null }),
    ]);
    expect(valuesOf(between([100], [100]))).toEqual([
      ["latencyP50Ms", null],
      ["latencyP99Ms", null],
    ]);
  });

  it("are unknown after the first poll and where they went down", () => {
    const first = computeDelta(null, answer(latencies([100])), 0);
    expect(toFigures(first).map(({ value }) => value)).toEqual([null, null]);
    expect(toFigures(between([100, 100], [100])).map(({ value }) => value)).toEqual([null, null]);
  });

  it("are added over time with their range, and over servers", () => {
    const [one, other] = [between([], [50, 50, 50]), between([], [90])];
    const joined = joinDeltas([one, other]);
    expect(valuesOf(joined)).toEqual([
      ["latencyP50Ms", 0.05],
      ["latencyP99Ms", 0.09],
    ]);
    expect(joined.parts[0]?.ranges).toEqual({
      latencyP50Ms: [0.05, 0.09],
      latencyP99Ms: [0.05, 0.09],
    });
    expect(valuesOf(mergeDeltas([one, { ...other, seconds: 1 }]))[1]).toEqual([
      "latencyP99Ms",
      0.09,
    ]);
  });

  it("combine with a histogram by its bounds", () => {
    const histogram: Delta = {
      seconds: 1,
      restarted: false,
      models: [],
      parts: [
        {
          form: "histogram",
          mean: null,
          quantiles,
          model: "m",
          source: "h",
          bounds: [0.1, 1, Infinity],
          counts: [2, 0, 0],
          sum: 0,
          count: 2,
        },
      ],
    };
    const [part] = mergeDeltas([between([], [500, 500, 2000]), histogram]).parts;
    expect(part).toMatchObject({
      form: "histogram",
      bounds: [0.1, 1, Infinity],
      counts: [2, 2, 1],
    });
  });
});
