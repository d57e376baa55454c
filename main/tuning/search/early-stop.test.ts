import { describe, expect, it } from "vitest";
import type { Certificate } from "../../contract/index.ts";
import type { RunProgress } from "../../lab/measuring.ts";
import { EarlyStop } from "./early-stop.ts";

const CLIENTS = { kind: "concurrency" as const, clients: 8, thinkMs: 0 };

const progress = (secondsDone: number, successes: number): RunProgress => ({
  phase: "measuring",
  secondsDone,
  sent: successes,
  successes,
  failures: 0,
  failure: null,
  due: null,
  response: { count: successes, p50: null, p99: null },
});

const certificate = (result: Certificate["result"]): Certificate => ({
  result,
  percentile: 99,
  boundMs: 55,
  confidence: 0.99,
  requests: 400,
  over: 30,
  words: "",
});

/** When it ends with these successes per half second; null: not at all. */
function endsAt(stop: EarlyStop, windows: readonly number[]): number | null {
  let successes = 0;
  for (const [at, more] of windows.entries()) {
    successes += more;
    const seconds = (at + 1) / 2;
    if (stop.reasonToEnd(progress(seconds, successes), null) !== null) return seconds;
  }
  return null;
}

describe("a trial", () => {
  it("[SEARCH-19] ends if its p99 is certified to exceed the cutoff, not if it is kept", () => {
    const stop = new EarlyStop({ p99Ms: 55, throughput: null }, CLIENTS);
    expect(stop.reasonToEnd(progress(1.2, 400), certificate("undecided"))).toBeNull();
    expect(stop.reasonToEnd(progress(1.2, 400), certificate("kept"))).toBeNull();
    expect(stop.reasonToEnd(progress(0.8, 300), certificate("missed"))).toBeNull();
    expect(stop.reasonToEnd(progress(1.2, 400), certificate("missed"))).toBe(
      "Ended after 1.2 s: p99 is over 55 ms, so it can't become the best.",
    );
  });

  it("[SEARCH-19] ends if even the upper end of its throughput is below the cutoff", () => {
    const steady = [100, 102, 98, 101, 99, 100, 100];
    expect(endsAt(new EarlyStop({ p99Ms: null, throughput: 230 }, CLIENTS), steady)).toBe(2.5);
    expect(endsAt(new EarlyStop({ p99Ms: null, throughput: 190 }, CLIENTS), steady)).toBeNull();
    const unsteady = [20, 180, 40, 160, 90, 110, 100];
    expect(endsAt(new EarlyStop({ p99Ms: null, throughput: 230 }, CLIENTS), unsteady)).toBeNull();
  });

  it("[SEARCH-19] continues while the responses are few, and during the warm-up", () => {
    const stop = () => new EarlyStop({ p99Ms: 55, throughput: 230 }, CLIENTS);
    expect(endsAt(stop(), [1, 1, 1, 1, 1, 1, 1])).toBeNull();
    const warmup = { ...progress(3, 300), phase: "warmup" as const };
    expect(stop().reasonToEnd(warmup, certificate("missed"))).toBeNull();
  });
});
