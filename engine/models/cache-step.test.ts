import { describe, expect, it } from "vitest";
import { cacheKeyMaker } from "../cache/cache-key.ts";
import { ResponseCache } from "../cache/response-cache.ts";
import { StatusError } from "../../base/status-error.ts";
import { modelIo } from "../requests/model-io.ts";
import { normalizeRequest } from "../requests/normalize.ts";
import { VersionStatistics } from "../statistics/version-statistics.ts";
import { modelConfig } from "../testing/model-config.ts";
import { floats, readFloats, inferRequest } from "../testing/requests.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import type { FailureReason, InferRequest } from "../types.ts";
import { CacheStep } from "./cache-step.ts";
import type { Outcome } from "./job.ts";

const makeKey = await cacheKeyMaker(1);
const io = modelIo(modelConfig({}));

/** A cache step whose executions the test completes. */
function setUp() {
  const clock = new VirtualClock();
  const statistics = new VersionStatistics();
  const responses = new ResponseCache(1 << 20);
  let waiting = 0;
  const step = new CacheStep({
    cache: { responses, key: makeKey },
    loadId: "load-1",
    statistics,
    clock,
    onWaiting: () => (waiting += 1),
    onWaited: () => (waiting -= 1),
  });
  const executions: Outcome[] = [];
  /** The outcome of each request, in order of sending. */
  const outcomes: string[] = [];
  const send = (value: number, extra: Partial<InferRequest> = {}) => {
    const inputs = [floats("INPUT0", [1, 1], [value])];
    const request = normalizeRequest(io, inferRequest({ inputs, ...extra }));
    const at = outcomes.push("waits") - 1;
    step.run(
      request,
      clock.now(),
      {
        respond: (result) => (outcomes[at] = `= ${readFloats(result?.outputs[0]).join()}`),
        fail: (error) => (outcomes[at] = error.code),
      },
      (outcome) => void executions.push(outcome),
    );
  };
  /** Completes the oldest execution successfully, after 100 ns of compute. */
  const answer = async (value: number) => {
    const computeStart = clock.now();
    await clock.advance(100);
    const inferEnd = clock.now();
    const stamps = { computeStart, inferStart: computeStart, inferEnd, computeEnd: inferEnd };
    statistics.recordExecution(1, stamps, 1);
    const data = new Uint8Array(new Float32Array([value]).buffer);
    const outputs = [{ name: "OUTPUT0", datatype: "FP32" as const, shape: [1, 1], data }];
    executions.shift()?.respond({ outputs, parameters: { own: 1 } }, true, stamps);
  };
  const fail = (reason: FailureReason) =>
    executions.shift()?.fail(new StatusError("UNAVAILABLE", "failed"), reason);
  const ledger = () => step.ledger.totals();
  const running = () => executions.length;
  const accepted = () => waiting;
  return {
    step,
    clock,
    statistics,
    responses,
    send,
    answer,
    fail,
    outcomes,
    ledger,
    running,
    accepted,
    executions,
  };
}

describe("equal requests that miss at once", () => {
  it("[CACHE-4] execute once: followers are hits, and their wait is queue time", async () => {
    const { send, answer, outcomes, statistics, ledger, running, accepted } = setUp();
    for (let i = 0; i < 4; i++) send(1);
    send(2);
    expect(running()).toBe(2);
    expect(accepted()).toBe(3);
    await answer(7);
    expect(outcomes).toEqual(["= 7", "= 7", "= 7", "= 7", "waits"]);
    expect(accepted()).toBe(0);
    expect(ledger()).toMatchObject({ lookups: 5, hits: 3, misses: 2, savedNs: 300 });
    const { inference_stats } = statistics.snapshot("m", "1");
    expect(inference_stats).toMatchObject({
      success: { count: 3, ns: 300 },
      queue: { count: 3, ns: 300 },
      cache_hit: { count: 3 },
      cache_miss: { count: 1 },
    });
  });

  it("[CACHE-4] with different priorities or timeouts don't wait for each other", () => {
    const { send, running } = setUp();
    send(1, { parameters: { priority: 2 } });
    send(1, { parameters: { priority: 1 } });
    send(1, { parameters: { priority: 1, timeout: 5 } });
    expect(running()).toBe(3);
    send(1, { parameters: { priority: 1, timeout: 5, mine: "x" } });
    expect(running()).toBe(3);
  });

  it.each(["CANCELED", "REJECTED"] as const)(
    "[CACHE-5] a leader that fails as %s is replaced by a follower, which executes",
    async (reason) => {
      const { send, answer, fail, outcomes, ledger, running, accepted } = setUp();
      for (let i = 0; i < 3; i++) send(1);
      fail(reason);
      expect(running()).toBe(1);
      expect(accepted()).toBe(1);
      await answer(7);
      expect(outcomes.slice(1)).toEqual(["= 7", "= 7"]);
      expect(ledger()).toMatchObject({ lookups: 3, hits: 1, misses: 2 });
      send(1);
      expect(outcomes.at(-1)).toBe("= 7");
    },
  );

  it("[CACHE-5] a leader cancelled while it runs is still awaited: nothing is computed twice", async () => {
    const { step, clock, responses, statistics, ledger, accepted } = setUp();
    const bytes = new Float32Array([1]);
    const inputs = [floats("INPUT0", [1, 1], [1])];
    const ask = (input: InferRequest["inputs"][number], outcome: Partial<Outcome>) => {
      const executions: Outcome[] = [];
      const request = normalizeRequest(io, inferRequest({ inputs: [input] }));
      const own = { respond: () => {}, fail: () => {}, ...outcome };
      step.run(request, clock.now(), own, (execution) => void executions.push(execution));
      return executions;
    };
    const mine = { ...floats("INPUT0", [1, 1], [1]), segments: [new Uint8Array(bytes.buffer)] };
    const [execution] = ask(mine, {});
    const followed: unknown[] = [];
    const respond: Outcome["respond"] = (result) => followed.push(readFloats(result?.outputs[0]));
    expect(ask(inputs[0] as never, { respond })).toEqual([]);
    execution?.fail(new StatusError("CANCELLED", "gone"), "CANCELED", true);
    // Its client may reuse the memory.
    bytes.fill(9);
    expect(ask(inputs[0] as never, { respond })).toEqual([]);
    const data = new Uint8Array(new Float32Array([7]).buffer);
    const outputs = [{ name: "OUTPUT0", datatype: "FP32" as const, shape: [1, 1], data }];
    execution?.late?.({ outputs, parameters: {} });
    expect(followed).toEqual([[7], [7]]);
    expect(ask(inputs[0] as never, { respond })).toEqual([]);
    expect(followed).toHaveLength(3);
    expect(accepted()).toBe(0);
    expect(responses.telemetry().entries).toBe(1);
    expect(ledger()).toMatchObject({ lookups: 4, hits: 3, misses: 1 });
    expect(statistics.snapshot("m", "1").inference_stats).toMatchObject({
      cache_hit: { count: 3 },
      cache_miss: { count: 0 },
    });
  });

  it("[CACHE-5] an execution that fails after its leader was cancelled fails its followers", () => {
    const { send, outcomes, executions, accepted } = setUp();
    for (let i = 0; i < 2; i++) send(1);
    executions[0]?.fail(new StatusError("CANCELLED", "gone"), "CANCELED", true);
    executions[0]?.late?.(new StatusError("INTERNAL", "broke"));
    expect(outcomes).toEqual(["CANCELLED", "INTERNAL"]);
    expect(accepted()).toBe(0);
  });

  it("[CACHE-5] a follower that executes has waited since its arrival", async () => {
    const { step, clock } = setUp();
    const request = normalizeRequest(io, inferRequest({ inputs: [floats("INPUT0", [1, 1], [1])] }));
    const outcome = { respond: () => {}, fail: () => {} };
    const executions: Outcome[] = [];
    const since: unknown[] = [];
    const ask = () =>
      step.run(request, clock.now(), outcome, (own, waitingSince) => {
        executions.push(own);
        since.push(waitingSince);
      });
    ask();
    await clock.advance(30);
    ask();
    await clock.advance(50);
    executions[0]?.fail(new StatusError("CANCELLED", "gone"), "CANCELED");
    expect(since).toEqual([undefined, 30]);
  });

  it("[CACHE-5] share a failure of the model; the next equal request executes again", async () => {
    const { send, answer, fail, outcomes, statistics, ledger, responses, accepted } = setUp();
    for (let i = 0; i < 3; i++) send(1);
    fail("BACKEND");
    expect(outcomes).toEqual(["UNAVAILABLE", "UNAVAILABLE", "UNAVAILABLE"]);
    expect(accepted()).toBe(0);
    // The leader's own failure was counted where it executed.
    expect(statistics.failures).toMatchObject({ BACKEND: 2 });
    expect(ledger()).toMatchObject({ lookups: 3, hits: 0, misses: 3 });
    expect(responses.telemetry()).toMatchObject({ entries: 0, lookups: 3, misses: 3 });
    send(1);
    await answer(7);
    expect(outcomes.at(-1)).toBe("= 7");
  });

  it("[CACHE-5] a cancelled follower leaves and is counted", async () => {
    const { send, answer, outcomes, statistics, ledger, accepted } = setUp();
    const abort = new AbortController();
    send(1);
    send(1, { signal: abort.signal });
    send(1);
    abort.abort();
    expect(outcomes).toEqual(["waits", "CANCELLED", "waits"]);
    expect(accepted()).toBe(1);
    await answer(7);
    expect(outcomes).toEqual(["= 7", "CANCELLED", "= 7"]);
    expect(statistics.failures).toMatchObject({ CANCELED: 1 });
    expect(ledger()).toMatchObject({ lookups: 3, hits: 1, misses: 2 });
  });

  it("[CACHE-5] ten thousand followers rejected one by one don't overflow the stack", () => {
    const { step, outcomes, clock, accepted, statistics } = setUp();
    const inputs = [floats("INPUT0", [1, 1], [1])];
    const request = normalizeRequest(io, inferRequest({ inputs }));
    const refused: Outcome[] = [];
    let full = false;
    const ask = () => {
      const at = outcomes.push("waits") - 1;
      const fail = (error: StatusError) => (outcomes[at] = error.code);
      const own = { respond: () => {}, fail };
      step.run(request, clock.now(), own, (outcome) => {
        if (full) outcome.fail(new StatusError("UNAVAILABLE", "full"), "REJECTED");
        else refused.push(outcome);
      });
    };
    for (let i = 0; i < 10_000; i++) ask();
    full = true;
    refused[0]?.fail(new StatusError("UNAVAILABLE", "full"), "REJECTED");
    expect(new Set(outcomes)).toEqual(new Set(["UNAVAILABLE"]));
    expect(accepted()).toBe(0);
    expect(statistics.failures.REJECTED).toBe(0);
  });
});

describe("the ledger", () => {
  it("[CACHE-10] adds up for the model, for the whole cache and by client", async () => {
    const { send, answer, ledger, responses, step } = setUp();
    const client = { address: "10.1.1.1", userAgent: "curl" };
    send(1, { client });
    await answer(7);
    for (let i = 0; i < 3; i++) send(1, { client });
    send(2);
    expect(ledger()).toMatchObject({ lookups: 5, hits: 3, misses: 2, savedNs: 300 });
    expect(responses.telemetry()).toMatchObject({ lookups: 5, hits: 3, misses: 2 });
    expect(step.ledger.clients()).toEqual([{ ...client, lookups: 4, hits: 3 }]);
  });

  it("[CACHE-8] parameters don't matter, since backends don't see them", async () => {
    const { send, answer, outcomes } = setUp();
    send(1, { parameters: { timeout: 5 } });
    await answer(7);
    send(1, { parameters: { priority: 3, mine: "x" }, id: "other" });
    expect(outcomes.at(-1)).toBe("= 7");
  });
});
