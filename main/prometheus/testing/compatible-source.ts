import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PrometheusDraft } from "../../contract/index.ts";
import { type ObservedEngine, sourceDraft, startObservedEngine } from "./observed-engine.ts";
import type { PrometheusProcess } from "./prometheus-process.ts";

interface Compatible {
  readonly name: string;
  /** Why it is skipped; null: it is not. */
  readonly missing: string | null;
  /** Scrapes the target as job `triton` and nothing else. */
  readonly start: (target: string) => Promise<PrometheusProcess>;
  /** A connection that it lets in, and one that it doesn't; by default USER with PASSWORD and with another. */
  readonly connections?: (address: string) => Connections;
  /** Labels that it adds to those of the target. */
  readonly labels?: Readonly<Record<string, string>>;
}

interface Connections {
  readonly right: PrometheusDraft;
  readonly wrong: PrometheusDraft;
}

const byPassword = (address: string): Connections => ({
  right: sourceDraft("compatible", address),
  wrong: sourceDraft("compatible", address, "wrong"),
});

/** What a server with Prometheus' API is used for, while it scrapes a real engine. */
export function describeCompatible({
  name,
  missing,
  start,
  connections = byPassword,
  labels = {},
}: Compatible): void {
  describe.skipIf(missing !== null)(
    `a real ${name} that scrapes an engine ${missing ?? ""}`,
    () => {
      let observed: ObservedEngine;
      let id = "";

      beforeAll(async () => {
        observed = await startObservedEngine((engine) => start(engine.metrics));
      }, 120_000);

      afterAll(async () => {
        await observed?.[Symbol.asyncDispose]();
      });

      it("[PROM-1] [PROM-3] lets in who may read it, and is taken as it is", async () => {
        const { host, source } = observed;
        const { right: connection, wrong } = connections(source.address);
        const about = await host.client.request("prometheus.test", { connection, id: null });
        expect(about.targets).toEqual({ all: 1, up: 1 });
        await expect(
          host.client.request("prometheus.test", { connection: wrong, id: null }),
        ).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
        ({ id } = await host.client.request("prometheus.add", connection));
      });

      it("[PROM-5] finds the engine by its address, models and counters", async () => {
        const { host, engine, serverId } = observed;
        const [found] = await vi.waitFor(
          async () => {
            const asked = { serverId, prometheus: id };
            const candidates = await host.client.request("prometheus.candidates", asked);
            expect(candidates[0]?.evidence).toContain("Same models: mlp");
            return candidates;
          },
          { timeout: 20_000, interval: 200 },
        );
        expect(found).toMatchObject({
          labels: { job: "triton", instance: engine.metrics, ...labels },
          evidence: expect.arrayContaining([`Same address: ${engine.metrics}`]),
        });
        const link = { prometheus: id, labels: found?.labels ?? {}, replicaLabel: null };
        await host.client.request("prometheus.link", { serverId, link });
      });

      it("[PROM-6] has the history from before the console knew the engine", async () => {
        const { host, serverId, connectedAt, sent } = observed;
        const figures = ["requestsPerSecond", "latencyMs", "queueMs"] as const;
        const series = await host.client.request("observed.series", {
          serverId,
          keys: figures.map((figure) => ({ kind: "figure", figure, model: "mlp" })),
          from: connectedAt - 300_000,
          to: Date.now(),
          maxPoints: 300,
        });
        const before = series.filter(({ origin }) => origin !== undefined);
        expect(before.length).toBeGreaterThanOrEqual(2);
        const requests = before.reduce(
          (sum, { from, t, values }) => sum + (values[0]?.value ?? 0) * ((t - from) / 1000),
          0,
        );
        expect(requests).toBeGreaterThan(0);
        expect(requests).toBeLessThanOrEqual(sent + 0.5);
        for (const { values } of before) expect(values[1]?.value).toBeGreaterThan(0);
      });

      it("[PROM-13] answers a panel's query, and rejects a wrong one with the server's message", async () => {
        const { host, serverId, connectedAt } = observed;
        const ask = (query: string) =>
          host.client.request("prometheus.query", {
            serverId,
            prometheus: id,
            query,
            from: connectedAt - 60_000,
            to: Date.now(),
            maxPoints: 60,
          });
        const answer = await ask(
          "sum by (model) (rate(nv_inference_request_success{$labels}[10s]))",
        );
        expect(answer.series.map(({ labels }) => labels)).toEqual([{ model: "mlp" }]);
        await expect(ask("sum(")).rejects.toMatchObject({ message: expect.stringMatching(/\S/) });
      });
    },
  );
}
