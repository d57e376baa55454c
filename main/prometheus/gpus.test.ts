import { describe, expect, it } from "vitest";
import type { ApiSeries, PrometheusApi } from "./api.ts";
import { findGpus } from "./gpus.ts";

const signal = new AbortController().signal;

/** Answers with the series whose labels have what each part of a query asks for, as far as these tests ask. */
function apiWith(series: readonly ApiSeries[]) {
  const asked: string[] = [];
  const api = {
    query: (query: string) => {
      asked.push(query);
      const parts = query
        .split(" or ")
        .map((part) =>
          [...part.matchAll(/(\w+)=~?"((?:[^"\\]|\\.)*)"/g)].map(
            ([, name = "", value = ""]) => [name, JSON.parse(`"${value}"`) as string] as const,
          ),
        );
      const metric = /^(\w+)\{/.exec(query)?.[1];
      const found = series.filter(
        ({ labels }) =>
          (metric === undefined || labels["__name__"] === metric) &&
          parts.some((part) =>
            part.every(([name, value]) => new RegExp(`^(${value})$`).test(labels[name] ?? "")),
          ),
      );
      return Promise.resolve({ series: found, warnings: [] });
    },
  };
  return { api: api as unknown as PrometheusApi, asked };
}

const gpu = (name: string, value: number, labels: Record<string, string>): ApiSeries => ({
  labels: { __name__: name, gpu: "0", UUID: "GPU-1", modelName: "NVIDIA H100", ...labels },
  points: [[1000, value]],
});

const ofPod = (labels: Record<string, string>) => [
  gpu("DCGM_FI_DEV_GPU_UTIL", 37, labels),
  gpu("DCGM_FI_DEV_FB_USED", 1024, labels),
  gpu("DCGM_FI_DEV_FB_FREE", 3072, labels),
  gpu("DCGM_FI_DEV_POWER_USAGE", 310.5, labels),
];

const place = { pods: ["triton-0"], namespace: "models", nodes: [] };

describe("GPUs of DCGM", () => {
  it("[PROM-15] are those that name the pod, also where Prometheus renamed the labels", async () => {
    const renamed = { exported_pod: "triton-0", exported_namespace: "models", pod: "dcgm-x" };
    const other = { exported_pod: "triton-0", exported_namespace: "other" };
    const { api } = apiWith([...ofPod({ ...renamed, Hostname: "node-1" }), ...ofPod(other)]);
    const { by, gpus } = await findGpus(api, place, signal);
    expect(by).toBe("pod triton-0");
    expect(gpus).toEqual([
      {
        gpu: "0",
        uuid: "GPU-1",
        model: "NVIDIA H100",
        node: "node-1",
        namespace: "models",
        pod: "triton-0",
        instance: "",
        utilization: 0.37,
        memoryUsedBytes: 1024 ** 3,
        memoryTotalBytes: 4 * 1024 ** 3,
        watts: 310.5,
        celsius: null,
      },
    ]);
  });

  it("[PROM-15] are those of the node where DCGM names no pods", async () => {
    const info = { __name__: "kube_pod_info", pod: "triton-0", namespace: "models", node: "n-1" };
    const { api } = apiWith([
      { labels: info, points: [[1000, 1]] },
      ...ofPod({ Hostname: "n-1" }),
      ...ofPod({ Hostname: "n-2" }),
    ]);
    const { by, gpus } = await findGpus(api, place, signal);
    expect([by, gpus.map(({ node }) => node)]).toEqual(["node n-1", ["n-1"]]);
  });

  it("[PROM-15] are found by the host of an address, and none are found without DCGM", async () => {
    const { api } = apiWith(ofPod({ instance: "10.0.0.7:9400" }));
    const at = { pods: [], namespace: "", nodes: ["10.0.0.7"] };
    expect((await findGpus(api, at, signal)).gpus).toHaveLength(1);
    expect(await findGpus(apiWith([]).api, at, signal)).toEqual({ by: "", gpus: [] });
    expect(await findGpus(apiWith([]).api, { ...at, nodes: [] }, signal)).toEqual({
      by: "",
      gpus: [],
    });
  });

  it("[PROM-16] of MIG instances have the engine's activity as utilization", async () => {
    const mig = { pod: "triton-0", namespace: "models", GPU_I_ID: "3", GPU_I_PROFILE: "1g.10gb" };
    const { api } = apiWith([gpu("DCGM_FI_PROF_GR_ENGINE_ACTIVE", 0.25, mig)]);
    const { gpus } = await findGpus(api, place, signal);
    expect(gpus).toMatchObject([
      { instance: "1g.10gb 3", utilization: 0.25, memoryUsedBytes: null, memoryTotalBytes: null },
    ]);
  });
});
