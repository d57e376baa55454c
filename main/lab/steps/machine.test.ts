import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { type MetricsReading, readMetrics } from "../../servers/metrics/metrics-reading.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { summarizeMachine } from "./machine.ts";
import { MetricsSpan } from "./metrics-span.ts";

const recorded = (name: string) =>
  fs.readFileSync(new URL(`../../servers/fixtures/${name}`, import.meta.url), "utf8");

/** The n-th reading of a busy server's exposition. */
const text = (n: number) => `
nv_cpu_utilization ${n / 10}
nv_cpu_memory_used_bytes ${1000 - n}
nv_cache_num_misses ${n}
nv_cache_num_evictions ${10 * n}
nv_inference_pending_request_count{model="ranker",version="1"} ${n}
nv_inference_pending_request_count{model="other",version="1"} 500
nv_inference_request_failure{model="ranker",version="1",reason="REJECTED"} ${3 * n}
nv_inference_request_failure{model="ranker",version="1",reason="OTHER"} 4
nv_inference_request_failure{model="other",version="1",reason="BACKEND"} ${n}
`;

/** Runs a span of 3.5 s over the responses of `ask`. */
async function measured(ask: (n: number) => Promise<MetricsReading>) {
  const clock = new ManualClock();
  let asked = 0;
  using span = new MetricsSpan(() => ask(++asked), clock);
  span.begin();
  await clock.advance(0);
  for (let i = 0; i < 3; i++) await clock.advance(1000);
  await clock.advance(500);
  span.end();
  await clock.advance(1000);
  await span.ended;
  await clock.advance(5000);
  return { asked, waiting: clock.waiting, machine: summarizeMachine(span.readings, ["ranker"]) };
}

describe("the server's metrics over a span", () => {
  it("LAB-S8 LAB-S9 are read at its start, every second and at its end", async () => {
    const { asked, waiting, machine } = await measured(async (n) => readMetrics(text(n)));
    expect(asked).toBe(5);
    expect(waiting).toBe(0);
    expect(machine).toEqual({
      samples: 5,
      cpuMean: expect.closeTo(0.3, 9),
      memoryMaxBytes: 999,
      gpus: [],
      cacheEvictions: 40,
      pendingMean: 3,
      failures: [{ reason: "REJECTED", count: 12 }],
    });
  });

  it("LAB-S9 have no differences if counters are reset", async () => {
    const { machine } = await measured(async (n) => readMetrics(text(9 - n)));
    expect(machine).toMatchObject({ samples: 5, cacheEvictions: null, failures: [] });
    expect(machine?.cpuMean).toBeCloseTo(0.6, 9);
  });

  it("LAB-S9 have no differences if one end got no response", async () => {
    const at = (missing: number) =>
      measured((n) =>
        n === missing ? Promise.reject(new Error("gone")) : Promise.resolve(readMetrics(text(n))),
      );
    for (const missing of [1, 5]) {
      const { machine } = await at(missing);
      expect(machine).toMatchObject({ samples: 4, cacheEvictions: null, failures: [] });
    }
    expect((await at(3)).machine).toMatchObject({ samples: 4, cacheEvictions: 40 });
  });

  it("LAB-S8 are missing if nothing responds", async () => {
    const { asked, machine } = await measured(() => Promise.reject(new Error("refused")));
    expect(asked).toBe(5);
    expect(machine).toBeNull();
  });

  it("LAB-S8 are not requested repeatedly from a slow endpoint, nor awaited", async () => {
    const { asked, machine } = await measured(() => new Promise(() => {}));
    expect(asked).toBe(2);
    expect(machine).toBeNull();
  });

  it("LAB-S9 are unknown for garbage", async () => {
    const garbage = "nv_cpu_utilization abc\n<html>\nnv_gpu_utilization{gpu_uuid=} {{\n\0\0";
    const { machine } = await measured(async () => readMetrics(garbage));
    expect(machine).toMatchObject({
      cpuMean: null,
      memoryMaxBytes: null,
      gpus: [],
      cacheEvictions: null,
      pendingMean: null,
      failures: [],
    });
  });

  it("LAB-S9 distinguish GPUs, as far as each reports", async () => {
    const gpus = recorded("gpu-metrics.txt");
    const { machine } = await measured(async (n) =>
      readMetrics(
        gpus.replace("} 0.37", `} ${n / 10}`).replace("} 1204512.25", `} ${1204512 + 100 * n}`),
      ),
    );
    expect(machine?.gpus).toEqual([
      {
        uuid: "GPU-0f1e2d3c-0001",
        utilizationMean: expect.closeTo(0.3, 9),
        memoryMaxBytes: 8589934592,
        memoryTotalBytes: 85899345920,
        powerMeanWatts: 212.5,
        energyJoules: 400,
      },
      {
        uuid: "GPU-0f1e2d3c-0002",
        utilizationMean: 0,
        memoryMaxBytes: 1048576,
        memoryTotalBytes: 85899345920,
        powerMeanWatts: null,
        energyJoules: null,
      },
    ]);
  });

  it("LAB-S9 exist in a recorded server's metrics", async () => {
    const { machine } = await measured(async () => readMetrics(recorded("triton-metrics.txt")));
    expect(machine).toMatchObject({ samples: 5, cacheEvictions: 0, gpus: [], failures: [] });
  });
});
