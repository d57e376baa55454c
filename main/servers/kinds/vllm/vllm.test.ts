import { describe, expect, it } from "vitest";
import type { FigureId } from "../../../contract/index.ts";
import { computeDelta, toFigures } from "../../../telemetry/index.ts";
import type { Observation } from "../../observation.ts";
import { findFigure } from "../testing/figures.ts";
import { startProduct } from "../testing/product.ts";
import { vllm } from "./index.ts";
import type { DialectName } from "./testing/dialects.ts";
import { type EngineState, idleEngine, MODEL } from "./testing/format-metrics.ts";
import { startRecordedVllm } from "./testing/recorded.ts";
import { startVllm, type VllmServer } from "./testing/vllm-server.ts";

const SECONDS = 10;

/** A busy interval of one engine. */
function work(engine: EngineState): void {
  engine.running = 4;
  engine.waiting = { capacity: 3, deferred: 2 };
  engine.cacheUse = 0.75;
  engine.hits += 600;
  engine.queries += 1000;
  engine.preemptions += 5;
  engine.promptTokens += 2000;
  engine.generatedTokens += 5000;
  engine.finished = { ...engine.finished, stop: 20, length: 10, abort: 5 };
  engine.firstToken.push(0.03, 0.03, 0.09, 0.3);
  engine.betweenTokens.push(0.02, 0.02, 0.02, 0.06);
  engine.latency.push(1, 2, 3, 6);
  engine.queue.push(0.5, 1.5);
  engine.inference.push(2, 2);
  engine.stepTokens.push(100, 300);
}

async function observedOver(server: VllmServer, change: () => void): Promise<Observation> {
  const before = await vllm.observe(server.reach);
  change();
  const now = await vllm.observe(server.reach);
  figures = toFigures(computeDelta(before, now, SECONDS));
  return now;
}
let figures: ReturnType<typeof toFigures> = [];

function figure(id: FigureId, model = MODEL) {
  return figures.find((each) => each.figure === id && each.model === model);
}

const asked = () => {
  const lines: string[] = [];
  return {
    lines,
    hear: (question: string, answer: string, spoke: boolean) =>
      lines.push(`${question}: ${answer}: ${spoke}`),
  };
};

describe("recognition", () => {
  it("[VLLM-1] [VLLM-2] checks who owns the models", async () => {
    await using server = await startVllm("now");
    const reported = asked();
    expect(await vllm.recognise(server.reach, reported.hear)).toEqual({ version: "0.32.0" });
    expect(reported.lines).toHaveLength(2);
    expect(reported.lines.every((line) => line.endsWith("true"))).toBe(true);
  });

  it("[VLLM-1] checks metric names if the list requires a key", async () => {
    await using server = await startVllm("now");
    server.state.locked = true;
    const reported = asked();
    expect(await vllm.recognise(server.reach, reported.hear)).toEqual({ version: "0.32.0" });
    expect(reported.lines[1]).toContain("401");
  });

  it("[VLLM-3] ignores other products", async () => {
    const list = { object: "list", data: [{ id: "m", object: "model", owned_by: "sglang" }] };
    await using other = await startProduct((_, path) =>
      path === "/v1/models"
        ? { body: list }
        : path === "/version"
          ? { body: { version: "3" } }
          : undefined,
    );
    expect(await vllm.recognise(other.reach, asked().hear)).toBeNull();
    await using garbage = await startProduct(() => ({ body: "vllm? no." }));
    expect(await vllm.recognise(garbage.reach, asked().hear)).toBeNull();
  });

  it("rejects if nothing responds", async () => {
    const server = await startVllm("now");
    const { reach } = server;
    await server[Symbol.asyncDispose]();
    await expect(vllm.recognise(reach, asked().hear)).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
  });
});

describe("models", () => {
  it("[VLLM-4] [VLLM-6] are those listed, adapters with their base model", async () => {
    await using server = await startVllm("now");
    server.state.models.push({ id: "sql", root: "adapters/sql", parent: MODEL });
    work(server.state.engines[0] as EngineState);
    const { models } = await vllm.observe(server.reach);
    expect(models.map(({ name, state }) => [name, state])).toEqual([
      [MODEL, "ready"],
      ["sql", "ready"],
    ]);
    expect(models[0]?.facts).toEqual(
      expect.arrayContaining([
        ["Context", "8192 tokens"],
        ["Waiting", "capacity 3, deferred 2"],
        ["Finished since its start", "stop 20, length 10, abort 5"],
        ["KV-cache blocks", "4096"],
        ["Prefix caching", "True"],
      ]),
    );
    expect(models[1]?.facts).toContainEqual(["Adapter of", MODEL]);
  });

  it("[VLLM-4] are unavailable while the engine is dead or asleep", async () => {
    await using server = await startVllm("now");
    server.state.asleep = true;
    expect((await vllm.observe(server.reach)).models).toMatchObject([
      { state: "unavailable", reason: expect.stringContaining("asleep") },
    ]);
    server.state.dead = true;
    expect((await vllm.observe(server.reach)).models).toMatchObject([
      { state: "unavailable", reason: expect.stringContaining("dead") },
    ]);
  });

  it("[VLLM-5] come from the metrics if the list requires a key", async () => {
    await using server = await startVllm("now");
    server.state.locked = true;
    expect((await vllm.observe(server.reach)).models).toMatchObject([
      { name: MODEL, reason: expect.stringContaining("API key") },
    ]);
    server.state.metrics = "missing";
    await expect(vllm.observe(server.reach)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
});

describe.each<DialectName>(["v0", "v1", "both", "now", "next"])("figures of %s", (dialect) => {
  it("[VLLM-7] [VLLM-10] are the same whatever their names", async () => {
    await using server = await startVllm(dialect);
    const engine = server.state.engines[0] as EngineState;
    work(engine);
    await observedOver(server, () => {
      work(engine);
      engine.finished = { stop: 60, length: 20, abort: 15 };
    });
    expect(figure("waiting")).toMatchObject({ value: 5, provenance: "exact" });
    expect(figure("running")?.value).toBe(4);
    expect(figure("kvCacheUse")?.value).toBe(0.75);
    expect(figure("preemptionsPerSecond")?.value).toBe(0.5);
    expect(figure("promptTokensPerSecond")?.value).toBe(200);
    expect(figure("generatedTokensPerSecond")?.value).toBe(500);
    expect(figure("requestsPerSecond")?.value).toBe(5);
    expect(figure("failuresPerSecond")?.value).toBe(1);
    expect(figure("ttftMs")?.value).toBeCloseTo(112.5);
    expect(figure("ttftP50Ms")?.value).toBeGreaterThan(20);
    expect(figure("ttftP50Ms")?.value).toBeLessThanOrEqual(40);
    expect(figure("itlMs")?.value).toBeCloseTo(30);
    expect(figure("latencyMs")?.value).toBeCloseTo(3000);
    expect(figure("latencyP95Ms")?.value).toBeGreaterThan(5000);
  });
});

describe("figures", () => {
  it("[VLLM-9] take the prefix cache in tokens, and say so where it is in blocks", async () => {
    await using now = await startVllm("now");
    await observedOver(now, () => work(now.state.engines[0] as EngineState));
    expect(figure("prefixCacheHitRate")).toMatchObject({
      value: 0.6,
      source: "vllm:prefix_cache_hits_total / vllm:prefix_cache_queries_total",
    });
    await using first = await startVllm("v1");
    await observedOver(first, () => work(first.state.engines[0] as EngineState));
    expect(figure("prefixCacheHitRate")).toMatchObject({
      value: 0.6,
      source: expect.stringMatching(/gpu_prefix_cache_.*\(in blocks\)/),
    });
    await using before = await startVllm("v0");
    await observedOver(before, () => {});
    expect(figure("prefixCacheHitRate", "")).toMatchObject({
      provenance: "unavailable",
      hint: expect.stringContaining("0.8"),
    });
  });

  it("[VLLM-11] take tokens per step, and the queue relative to the work", async () => {
    await using server = await startVllm("now");
    await observedOver(server, () => work(server.state.engines[0] as EngineState));
    expect(figure("tokensPerStep")?.value).toBe(200);
    expect(figure("queueMs")?.value).toBe(1000);
    expect(figure("computeMs")?.value).toBe(2000);
    expect(figure("queueToCompute")?.value).toBe(0.5);
  });

  it("[VLLM-8] sum the engines, and take the fullest cache", async () => {
    await using server = await startVllm("now");
    server.state.engines.push(idleEngine());
    const { models } = await observedOver(server, () => {
      for (const engine of server.state.engines) work(engine);
      (server.state.engines[1] as EngineState).cacheUse = 0.9;
    });
    expect(figure("waiting")?.value).toBe(10);
    expect(figure("kvCacheUse")?.value).toBe(0.9);
    expect(figure("generatedTokensPerSecond")?.value).toBe(1000);
    expect(figure("ttftMs")?.value).toBeCloseTo(112.5);
    expect(models[0]?.facts).toContainEqual(["Engines", "2"]);
  });

  it("[VLLM-10] count failures before the engine, and rejections", async () => {
    await using server = await startVllm("next");
    await observedOver(server, () => {
      work(server.state.engines[0] as EngineState);
      server.state.refused = 15;
      server.state.rejected = 20;
    });
    expect(figure("rejectedPerSecond")?.value).toBe(2);
    expect(figure("failuresPerSecond")?.source).toContain("vllm:request_success_total");
    await observedOver(server, () => {
      server.state.refused += 25;
    });
    expect(figure("failuresPerSecond")?.value).toBe(2.5);
    await using old = await startVllm("both");
    await observedOver(old, () => {});
    expect(figure("rejectedPerSecond", "")?.hint).toContain("0.32");
  });

  it("[VLLM-12] do not blame the version if it is new enough", async () => {
    await using old = await startVllm("v0");
    const hints = async (version: string | null) => {
      const seen = await vllm.observe(old.reach, undefined, version);
      return toFigures(computeDelta(seen, seen, SECONDS)).find(
        (each) => each.figure === "computeMs",
      )?.hint;
    };
    for (const version of [null, "0.6.6.post1"])
      expect(await hints(version)).toContain("since 0.7");
    for (const version of ["0.11.0", "v0.7.0rc1", "1.0"])
      expect(await hints(version)).toMatch(/vLLM v?[\d.rc]+ can: .*--disable-log-stats/);
  });

  it("[VLLM-12] say what is off and how to enable it", async () => {
    await using server = await startVllm("now");
    server.state.prefixCaching = false;
    await observedOver(server, () => {});
    expect(figure("prefixCacheHitRate", "")?.hint).toContain("--enable-prefix-caching");
    server.state.metrics = "bare";
    await observedOver(server, () => {});
    for (const id of ["running", "waiting", "ttftMs", "tokensPerStep"] as const)
      expect(figure(id, "")).toMatchObject({
        provenance: "unavailable",
        hint: expect.stringContaining("--disable-log-stats"),
      });
    server.state.load = 7;
    await observedOver(server, () => {});
    expect(figure("running", "")).toMatchObject({
      value: 7,
      source: expect.stringContaining("/load"),
    });
  });

  it("[VLLM-13] start over with another process", async () => {
    await using server = await startVllm("now");
    const engine = server.state.engines[0] as EngineState;
    work(engine);
    const before = await vllm.observe(server.reach);
    server.state.engines = [idleEngine()];
    server.state.startedAt += 60;
    work(server.state.engines[0] as EngineState);
    const now = await vllm.observe(server.reach);
    expect(now.incarnation).not.toBe(before.incarnation);
    expect(before.incarnation).toBe("1790000000.5");
    for (const { value } of toFigures(computeDelta(before, now, SECONDS)))
      expect(value ?? 0).toBeGreaterThanOrEqual(0);
    server.state.manyServers = true;
    expect((await vllm.observe(server.reach)).incarnation).toBeNull();
  });

  it("[VLLM-14] are unavailable where the metrics are invalid", async () => {
    await using server = await startVllm("now");
    for (const metrics of ["garbage", "missing"] as const) {
      server.state.metrics = metrics;
      const { models, exposition } = await observedOver(server, () => {});
      expect(models).toMatchObject([{ name: MODEL, state: "ready" }]);
      expect(exposition).toBeNull();
      expect(figure("ttftMs", "")?.provenance).toBe("unavailable");
    }
    await using garbage = await startProduct(() => ({ body: "<html>" }));
    await expect(vllm.observe(garbage.reach)).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
    });
  });

  it("[VLLM-6] [VLLM-7] [VLLM-9] [VLLM-10] are read from the page of a real 0.32.0", async () => {
    await using server = await startRecordedVllm();
    expect(await vllm.recognise(server.reach, asked().hear)).toEqual({ version: "0.32.0" });
    const observation = await vllm.observe(server.reach, undefined, "0.32.0");
    expect(observation.figures.filter(({ form }) => form === "unavailable")).toEqual([]);
    const figure = (id: FigureId) => findFigure(observation, id, "tiny");
    expect(figure("running")).toMatchObject({ value: 6 });
    expect(figure("waiting")).toMatchObject({ value: 0 });
    expect(figure("kvCacheUse")).toMatchObject({ value: 0.0005798516800439302 });
    expect(figure("prefixCacheHitRate")).toMatchObject({ part: 2304, whole: 3318 });
    expect(figure("requestsPerSecond")).toMatchObject({ total: 1 });
    expect(figure("failuresPerSecond")).toMatchObject({ total: 0 });
    expect(figure("rejectedPerSecond")).toMatchObject({ total: 0 });
    const [model] = observation.models;
    expect(model).toMatchObject({ name: "tiny", state: "ready" });
    expect(model?.facts).toEqual(
      expect.arrayContaining([
        ["Context", "2048 tokens"],
        ["Finished since its start", "length 1"],
        ["Prompt tokens by source", "local_compute 1014, local_cache_hit 2304"],
        ["KV-cache blocks", "32768"],
        ["Tokens per block", "128"],
        ["KV-cache tokens", "4194304"],
      ]),
    );
  });

  it("use every name of the exposition", async () => {
    await using server = await startVllm("now");
    const { exposition } = await vllm.observe(server.reach);
    expect(exposition).toContain("vllm:num_requests_running");
  });
});
