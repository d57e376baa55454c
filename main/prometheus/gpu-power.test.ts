import { describe, expect, it } from "vitest";
import type { ApiSeries, PrometheusApi } from "./api.ts";
import { gpuPower } from "./gpu-power.ts";

const signal = new AbortController().signal;
const PLACE = { pods: ["triton-0"], namespace: "", nodes: [] };
const SPAN = { from: 10_000, to: 70_000 };

interface Reported {
  readonly uuid: string;
  readonly watts?: number;
  readonly samples?: number;
  readonly labels?: Record<string, string>;
}

/** Answers with DCGM's power of some GPUs. */
function apiWith(gpus: readonly Reported[]) {
  const asked: [query: string, time: number | undefined][] = [];
  const series = (value: (gpu: Reported) => number | undefined): ApiSeries[] =>
    gpus.flatMap((gpu) => {
      const read = value(gpu);
      const labels = { UUID: gpu.uuid, gpu: "0", pod: "triton-0", ...gpu.labels };
      return read === undefined ? [] : [{ labels, points: [[SPAN.to, read] as const] }];
    });
  const named = (all: ApiSeries[]) =>
    all.map(({ labels, points }) => ({
      labels: { __name__: "DCGM_FI_DEV_POWER_USAGE", ...labels },
      points,
    }));
  const query: PrometheusApi["query"] = (text, time) => {
    asked.push([text, time]);
    const found = text.startsWith("avg_over_time")
      ? series(({ watts }) => watts)
      : text.startsWith("count_over_time")
        ? series(({ samples }) => samples)
        : named(series(() => 1));
    return Promise.resolve({ series: found, warnings: [] });
  };
  return { api: { query } as unknown as PrometheusApi, asked };
}

describe("[PROM-18] power of a step's GPUs", () => {
  it("is the mean over the span of all GPUs, with the fewest samples of one", async () => {
    const { api, asked } = apiWith([
      { uuid: "GPU-1", watts: 310, samples: 4 },
      { uuid: "GPU-2", watts: 290.5, samples: 3 },
    ]);
    expect(await gpuPower(api, PLACE, SPAN, signal)).toEqual({
      by: "pod triton-0",
      gpus: 2,
      watts: 600.5,
      samples: 3,
    });
    expect(asked.at(-1)).toEqual([
      'count_over_time(DCGM_FI_DEV_POWER_USAGE{UUID=~"GPU-1|GPU-2"}[60000ms])',
      SPAN.to,
    ]);
  });

  it("counts a GPU once that several MIG instances report", async () => {
    const of = (instance: string) => ({
      uuid: "GPU-1",
      watts: 300,
      samples: 4,
      labels: { GPU_I_ID: instance, GPU_I_PROFILE: "1g.10gb" },
    });
    const { api } = apiWith([of("3"), of("4")]);
    expect(await gpuPower(api, PLACE, SPAN, signal)).toMatchObject({ gpus: 1, watts: 300 });
  });

  it("is unknown where a GPU has no sample in the span, and absent without DCGM", async () => {
    const { api } = apiWith([{ uuid: "GPU-1", watts: 300, samples: 1 }, { uuid: "GPU-2" }]);
    expect(await gpuPower(api, PLACE, SPAN, signal)).toMatchObject({ watts: null, samples: 0 });
    expect(await gpuPower(apiWith([]).api, PLACE, SPAN, signal)).toBeNull();
  });
});
