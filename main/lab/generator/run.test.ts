import { describe, expect, it } from "vitest";
import type { Done } from "./lane.ts";
import type { RunProgress } from "./messages.ts";
import { measureRun } from "./run.ts";

const never = new AbortController().signal;
const load = { requests: [Buffer.from("a"), Buffer.from("b")], concurrency: 2, thinkMs: 0 };
const silent = { measuring: () => {}, measured: () => {}, progress: () => {} };

/** Lanes that answer as `answer` does, and the requests that they were given. */
function lanes(answer: (done: Done, request: string) => void) {
  const sent: string[] = [];
  let closed = 0;
  return {
    sent,
    get closed() {
      return closed;
    },
    open: (done: Done) => ({
      send(request: Buffer) {
        sent.push(request.toString());
        answer(done, request.toString());
      },
      close() {
        closed += 1;
      },
    }),
    [Symbol.dispose]() {},
  };
}

describe("a run", () => {
  it("counts only what ends within the measured span, and tells of both phases", async () => {
    const opener = lanes((done) => setTimeout(done, 5, null, false));
    const told: string[] = [];
    const phases = new Set<RunProgress["phase"]>();
    const result = await measureRun(
      { warmupSeconds: 0.1, seconds: 0.2 },
      [load],
      opener,
      {
        measuring: (at) => told.push(`measuring ${at <= Date.now()}`),
        measured: (at) => told.push(`measured ${Math.floor(at) <= Date.now()}`),
        progress: ({ phase }) => phases.add(phase),
      },
      never,
    );
    expect(told).toEqual(["measuring true", "measured true"]);
    expect([...phases]).toEqual(["warmup", "measuring"]);
    expect(result.totals.sent).toBe(opener.sent.length);
    expect(result.totals.successes).toBe(opener.sent.length);
    expect(result.successes).toBeLessThan(opener.sent.length);
    expect(opener.closed).toBe(2);
  });

  it("shows requests that are never answered as failures", async () => {
    const opener = lanes(() => {});
    const times = { warmupSeconds: 0, seconds: 0.05, drainSeconds: 0.1 };
    const result = await measureRun(times, [load], opener, silent, never);
    expect(result.failures).toEqual([
      {
        status: "DEADLINE_EXCEEDED",
        message: "no answer within 0.1 s after the measured span",
        count: 2,
      },
    ]);
    expect(result.totals).toEqual({ sent: 2, successes: 0, failures: 0, abandoned: 2 });
  });

  it("measures nothing when it is cancelled during the warm-up, and waits for nobody", async () => {
    const opener = lanes(() => {});
    const signal = AbortSignal.timeout(30);
    const result = await measureRun(
      { warmupSeconds: 60, seconds: 60 },
      [load],
      opener,
      silent,
      signal,
    );
    expect(result).toMatchObject({ startedAt: null, seconds: 0, complete: false, successes: 0 });
    expect(opener.closed).toBe(2);
  });

  it("gives a percentile only when the sample reaches beyond it", async () => {
    let left = 60;
    const opener = lanes((done) => {
      if (left-- > 0) setImmediate(done, null, false);
    });
    const times = { warmupSeconds: 0, seconds: 0.3, drainSeconds: 0 };
    const { latency } = await measureRun(times, [load], opener, silent, never);
    expect(latency.count).toBe(60);
    expect(latency.p50).not.toBeNull();
    expect(latency.p90).not.toBeNull();
    expect([latency.p95, latency.p99]).toEqual([null, null]);
  });

  it("keeps failures with ever changing words from filling the memory", async () => {
    let count = 0;
    const opener = lanes((done) => {
      count += 1;
      setImmediate(done, { status: "INTERNAL", message: `request ${count}` }, false);
    });
    const times = { warmupSeconds: 0, seconds: 0.1 };
    const { failures } = await measureRun(times, [load], opener, silent, never);
    expect(failures).toHaveLength(21);
    expect(failures[0]).toMatchObject({ status: "UNKNOWN", message: "other failures" });
  });
});
