import { afterAll, describe, expect, it } from "vitest";
import { decodeFromCompressedBase64 } from "hdr-histogram-js";
import { generatorProgram } from "../../../base/testing/program-files.ts";
import { answerOk, startTestServer } from "../testing/inference-server.ts";
import { runSpec, trafficSpec } from "../testing/run-spec.ts";
import { LoadGenerator } from "./generator.ts";
import type { LoadSpec, RunResult } from "./messages.ts";

const generator = new LoadGenerator(generatorProgram);
afterAll(() => generator[Symbol.dispose]());

const poisson = (rate: number): LoadSpec => ({
  kind: "rate",
  rate,
  arrivals: { kind: "poisson" },
});

describe("an open loop in the generator's process", () => {
  it("[LAB-GEN-13] counts as the server, and plans the same again", async () => {
    await using server = await startTestServer(answerOk(1));
    const spec = runSpec(server.address, { load: poisson(300), seconds: 1 });
    const first = await generator.run(spec).result;
    expect(first.totals.sent).toBe(server.requests);
    expect(first.totals.successes).toBe(server.requests);
    expect(first).toMatchObject({ seconds: 1, complete: true });
    expect(decodeFromCompressedBase64(first.response).totalCount).toBe(first.successes);
    const again = await generator.run(spec).result;
    expect(again.health.offeredRate).toBe(first.health.offeredRate);
    expect(again.health.sends).toBe(first.health.sends);
  });

  it("[LAB-GEN-4] continues while the server stalls, and counts from the instants", async () => {
    let stalled = false;
    const held: (() => void)[] = [];
    await using server = await startTestServer((request, response) => {
      const answer = () => answerOk()(request, response);
      if (stalled) held.push(answer);
      else answer();
    });
    const result = await generator.run(
      runSpec(server.address, { load: poisson(200), seconds: 1 }),
      {
        measuring: () => {
          setTimeout(() => (stalled = true), 300);
          setTimeout(() => {
            stalled = false;
            for (const answer of held) answer();
          }, 600);
        },
      },
    ).result;
    expect(result.failures).toEqual([]);
    expect(result.health.sends).toBe(result.successes);
    expect(held.length).toBeGreaterThan(30);
    // The first delayed request waited nearly as long as the stall.
    expect(result.responseTimes.max).toBeGreaterThan(200_000);
  });

  it("[LAB-GEN-33] counts a server that dies request by request, to the end of the span", async () => {
    await using server = await startTestServer(answerOk());
    const result = await generator.run(
      runSpec(server.address, { load: poisson(100), seconds: 1 }),
      { measuring: () => setTimeout(() => server.kill(), 300) },
    ).result;
    const { outcomes, successes, health, complete } = result;
    expect(complete).toBe(true);
    expect(successes).toBeGreaterThan(0);
    expect(outcomes.failed).toBeGreaterThan(20);
    expect(successes + outcomes.failed).toBe(health.sends);
    expect(result.failures.map(({ message }) => message).join()).toContain("ECONNREFUSED");
  });

  it("[LAB-GEN-8] abandons requests at their deadline", async () => {
    await using server = await startTestServer(() => {});
    const traffic = [trafficSpec({ deadlineMs: 50 })];
    const { outcomes, health } = await generator.run(
      runSpec(server.address, { load: poisson(100), traffic, seconds: 0.5 }),
    ).result;
    expect(outcomes.timedOut).toBe(health.sends);
    expect(outcomes.unfinished).toBe(0);
  });

  it("[LAB-GEN-10] [LAB-GEN-11] [LAB-GEN-16] measures, changes the load and ends on request", async () => {
    await using server = await startTestServer(answerOk());
    const warmup = { seconds: 60, requests: null };
    const handle = generator.run(
      runSpec(server.address, { load: poisson(100), warmup, seconds: 60 }),
      {
        started: () => setTimeout(() => handle.measure(), 100),
        measuring: () => {
          setTimeout(() => handle.adjust(1000), 300);
          setTimeout(() => handle.finish(), 600);
        },
      },
    );
    const { complete, seconds, adjustedAt, startedAt, successes } = await handle.result;
    expect(complete).toBe(true);
    expect(seconds).toBeGreaterThan(0.5);
    expect(seconds).toBeLessThan(30);
    expect(adjustedAt).toBeGreaterThan(startedAt ?? 0);
    expect(successes).toBeGreaterThan(200);
  });

  it("rejects a decoupled model without a stream", async () => {
    const traffic = [trafficSpec({ decoupled: true })];
    await expect(generator.run(runSpec("127.0.0.1:1", { traffic })).result).rejects.toThrow(
      "wire is 'http', but model 'mlp' is decoupled; use 'grpc-stream'.",
    );
  });

  it("[LAB-GEN-27] leaves the last snapshot with the caller when its process is killed", async () => {
    await using server = await startTestServer(answerOk());
    using own = new LoadGenerator(generatorProgram);
    let last: RunResult | null = null;
    const { result } = own.run(
      runSpec(server.address, { load: poisson(200), seconds: 60, windowSeconds: 0.5 }),
      {
        snapshot: (snapshot) => {
          if (last) process.kill(own.pid as number, "SIGKILL");
          last = snapshot;
        },
      },
    );
    await expect(result).rejects.toMatchObject({ code: "UNAVAILABLE" });
    const kept = last as RunResult | null;
    expect(kept?.successes).toBeGreaterThan(100);
    expect(kept?.complete).toBe(false);
    const shown = kept?.windows.reduce(
      (sum, each) => sum + (each.from < 0 ? 0 : each.successes),
      0,
    );
    expect(shown).toBe(kept?.successes);
    expect(decodeFromCompressedBase64(kept?.response ?? "").totalCount).toBe(kept?.successes);
  });
});
