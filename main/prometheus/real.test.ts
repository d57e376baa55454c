import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startHttp, type Double } from "../servers/testing/http-doubles.ts";
import {
  BCRYPT_OF_PASSWORD,
  type ObservedEngine,
  sourceDraft,
  startObservedEngine,
  USER,
} from "./testing/observed-engine.ts";
import { noPrometheus, startPrometheusProcess } from "./testing/prometheus-process.ts";

/** As dcgm-exporter exports a GPU on a node without Kubernetes. */
const DCGM = `# TYPE DCGM_FI_DEV_GPU_UTIL gauge
DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-7",device="nvidia0",modelName="NVIDIA H100",Hostname="node-1"} 88
DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-7",device="nvidia0",modelName="NVIDIA H100",Hostname="node-1"} 512
DCGM_FI_DEV_FB_FREE{gpu="0",UUID="GPU-7",device="nvidia0",modelName="NVIDIA H100",Hostname="node-1"} 512
`;

const missing = noPrometheus ?? "";

describe.skipIf(noPrometheus !== null)(
  `a real Prometheus that scrapes an engine ${missing}`,
  () => {
    let observed: ObservedEngine;
    let dcgm: Double;
    let id = "";

    beforeAll(async () => {
      dcgm = await startHttp((_, response) => response.writeHead(200).end(DCGM));
      observed = await startObservedEngine((engine) =>
        startPrometheusProcess({
          user: { name: USER, bcrypt: BCRYPT_OF_PASSWORD },
          jobs: [
            { job: "triton", targets: [engine.metrics], labels: { cluster: "test" } },
            { job: "dcgm", targets: [dcgm.address] },
          ],
        }),
      );
    }, 120_000);

    afterAll(async () => {
      await observed?.[Symbol.asyncDispose]();
      await dcgm?.[Symbol.asyncDispose]();
    });

    it("[PROM-1] [PROM-3] lets in who has the password, and says its version and targets", async () => {
      const { host, source } = observed;
      const connection = sourceDraft("real", source.address);
      const about = await host.client.request("prometheus.test", { connection, id: null });
      expect(about.version).toMatch(/^\d+\.\d+/);
      expect(about.targets).toEqual({ all: 2, up: 2 });
      const wrong = sourceDraft("real", source.address, "wrong");
      await expect(
        host.client.request("prometheus.test", { connection: wrong, id: null }),
      ).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
      ({ id } = await host.client.request("prometheus.add", connection));
    });

    it("[PROM-5] finds the engine by its address, models and counters", async () => {
      const { host, engine, serverId } = observed;
      const found = await vi.waitFor(
        async () => {
          const candidates = await host.client.request("prometheus.candidates", {
            serverId,
            prometheus: id,
          });
          expect(candidates[0]?.evidence).toContain("Same models: mlp");
          return candidates;
        },
        { timeout: 20_000, interval: 200 },
      );
      expect(found[0]).toMatchObject({
        labels: { job: "triton", instance: engine.metrics, cluster: "test" },
        evidence: expect.arrayContaining([
          `Same address: ${engine.metrics}`,
          "Exports metrics of Triton",
          "Its counters agree",
        ]),
      });
      const link = { prometheus: id, labels: found[0]?.labels ?? {}, replicaLabel: null };
      await host.client.request("prometheus.link", { serverId, link });
    });

    it("[PROM-6] [OBSERVE-27] has the history from before the console knew the engine", async () => {
      const { host, serverId, connectedAt, sent } = observed;
      const figures = ["requestsPerSecond", "latencyMs", "queueMs", "latencyP50Ms"] as const;
      const series = await host.client.request("observed.series", {
        serverId,
        keys: figures.map((figure) => ({ kind: "figure", figure, model: "mlp" })),
        from: connectedAt - 300_000,
        to: Date.now(),
        maxPoints: 300,
      });
      const before = series.filter(({ origin }) => origin !== undefined);
      expect(before.map(({ origin }) => origin)).toEqual(before.map(() => "Prometheus real"));
      expect(before.length).toBeGreaterThanOrEqual(2);
      const [from, to] = [before[0]?.from ?? 0, before.at(-1)?.t ?? 0];
      const requests = before.reduce(
        (sum, { from: began, t, values }) => sum + (values[0]?.value ?? 0) * ((t - began) / 1000),
        0,
      );
      // What Prometheus recorded between the first and the last of these scrapes, to the request.
      const count = async (at: number) => {
        const { series: raw } = await host.client.request("prometheus.query", {
          serverId,
          prometheus: id,
          query: `nv_inference_request_success{$labels} @ ${(at / 1000).toFixed(3)}`,
          from: Date.now() - 10_000,
          to: Date.now(),
          maxPoints: 10,
        });
        return raw[0]?.points.at(-1)?.[1] ?? Number.NaN;
      };
      expect(requests).toBeCloseTo((await count(to)) - (await count(from)), 1);
      expect(requests).toBeGreaterThan(0);
      expect(requests).toBeLessThanOrEqual(sent);
      for (const { values } of before) {
        const [, latency, queue, p50] = values;
        expect(latency?.value).toBeGreaterThan(0);
        expect(queue?.value).toBeGreaterThanOrEqual(0);
        expect(p50?.value).toBeGreaterThan(0);
      }
      const own = series.filter(({ origin, values }) => origin === undefined && values[0]);
      expect(own.length).toBeGreaterThan(0);
    });

    it("[PROM-2] [PROM-13] answers a panel's query, and rejects a wrong one with the server's message", async () => {
      const { host, engine, serverId, connectedAt } = observed;
      const ask = (query: string) =>
        host.client.request("prometheus.query", {
          serverId,
          prometheus: id,
          query,
          from: connectedAt - 60_000,
          to: Date.now(),
          maxPoints: 60,
        });
      const answer = await ask("sum by (model) (rate(nv_inference_request_success{$labels}[10s]))");
      expect(answer.query).toContain(`instance="${engine.metrics}",job="triton"`);
      expect(answer.series.map(({ labels }) => labels)).toEqual([{ model: "mlp" }]);
      await expect(ask("sum(")).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining("parse error"),
      });
    });

    it("[PROM-15] [PROM-16] has the GPUs of the engine's machine", async () => {
      const { host, serverId } = observed;
      const { name, by, gpus } = await host.client.request("prometheus.gpus", { serverId });
      expect([name, by]).toEqual(["real", "node 127.0.0.1"]);
      expect(gpus).toMatchObject([
        { uuid: "GPU-7", node: "node-1", utilization: 0.88, memoryTotalBytes: 1024 ** 3 },
      ]);
    });

    it("[PROM-9] is missed without harm when it is gone", async () => {
      const { host, serverId, connectedAt } = observed;
      const links: { problem: string | null }[][] = [];
      host.client.subscribe("prometheus.links", {}, { event: (list) => links.push(list) });
      await observed.source[Symbol.asyncDispose]();
      const series = await host.client.request("observed.series", {
        serverId,
        keys: [{ kind: "figure", figure: "requestsPerSecond", model: "mlp" }],
        from: connectedAt - 600_000,
        to: Date.now(),
        maxPoints: 200,
      });
      expect(series.length).toBeGreaterThan(0);
      await vi.waitFor(() => expect(links.at(-1)?.[0]?.problem).toContain("connection refused"));
    });
  },
);
