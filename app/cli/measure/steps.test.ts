import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { expect, it } from "vitest";
import { latency, step } from "../../../main/lab/testing/experiment.ts";
import { formatProgress } from "./steps.ts";
import { StabilityWatch } from "./steps.ts";

const rule = { windowSeconds: 2, windowRequests: 1, percentage: 10, maxTrials: 4 };

/** All that was measured after windows of two seconds whose requests all took so long, ms. */
function after(windows: readonly { requests: number; ms: number }[]) {
  const histogram = build({ numberOfSignificantValueDigits: 3 });
  let sum = 0;
  for (const { requests, ms } of windows) {
    for (let i = 0; i < requests; i++) histogram.recordValue(ms * 1000);
    sum += requests * ms;
  }
  const count = histogram.totalCount;
  const seconds = windows.length * 2;
  const encoded = encodeIntoCompressedBase64(histogram);
  return {
    seconds,
    successes: count,
    inferencesPerSecond: (count * 4) / seconds,
    outcomes: { ...step().outcomes, rejected: 0 },
    response: { ...latency(9), count, mean: sum / count, histogram: encoded },
  };
}

/** Sees one window after the other. */
function watch(windows: { requests: number; ms: number }[], percentile: number | null = null) {
  const watching = new StabilityWatch(rule, percentile);
  windows.forEach((_, i) => watching.see(after(windows.slice(0, i + 1))));
  return watching;
}

it.each([null, 95])(
  "[MEASURE-6] is stable when the last three windows are alike, by percentile %s",
  (of) => {
    const first = { requests: 50, ms: 40 };
    const alike = { requests: 100, ms: 10 };
    expect(watch([first, alike, alike], of).isStable).toBe(false);
    const stable = watch([first, alike, alike, { requests: 105, ms: 10 }], of);
    expect(stable.isStable).toBe(true);
    expect(stable.passes[1]).toEqual({ throughput: 200, latency: expect.closeTo(10, 1) });
  },
);

it("[MEASURE-6] is not stable where latency still changes, and gives up after the most trials", () => {
  const changing = [10, 12, 14, 16].map((ms) => ({ requests: 100, ms }));
  const watching = watch(changing);
  expect([watching.isStable, watching.isDone]).toEqual([false, true]);
  expect(watching.see(after([...changing, { requests: 100, ms: 16 }]))).toBeNull();
});

it("[MEASURE-6] waits for a window's seconds and requests, but takes a nearly whole one at the end", () => {
  const watching = new StabilityWatch({ ...rule, windowRequests: 60 }, null);
  const seen = after([{ requests: 50, ms: 10 }]);
  expect(watching.see(seen)).toBeNull();
  expect(watching.see({ ...seen, seconds: 1.9, successes: 70 })).toBeNull();
  expect(watching.see({ ...seen, seconds: 1.9, successes: 70 }, true)).not.toBeNull();
});

it("[MEASURE-6] gives up when every request of a window failed", () => {
  const watching = watch([{ requests: 100, ms: 10 }]);
  const seen = after([{ requests: 100, ms: 10 }]);
  const later = { ...seen, seconds: 4, inferencesPerSecond: 100 };
  expect(watching.see(later)).toBeNull();
  const outcomes = { ...later.outcomes, failed: 7 };
  expect(watching.see({ ...later, outcomes })).toEqual({ throughput: 0, latency: null });
  expect([watching.isStable, watching.isDone]).toEqual([false, true]);
});

it("[MEASURE-10] reports in one line how far a step is", () => {
  const run = { secondsDone: 3.41, sent: 9, successes: 1234, failures: 2 };
  const response = { count: 1234, p50: 1000, p99: 8123 };
  const due = null;
  const words = formatProgress(
    "concurrency 8",
    { ...run, due, response, failure: null, phase: "measuring" },
    5,
  );
  expect(words).toBe(
    "concurrency 8: measuring 3.4 of at most 5.0 s, 1234 requests, 2 failed, p99 8.12 ms",
  );
});
