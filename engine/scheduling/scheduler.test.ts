import { describe, expect, it } from "vitest";
import type { DynamicBatching, QueuePolicy } from "../config/types.ts";
import { StatusError } from "../../base/status-error.ts";
import type { DispatchReason } from "../types.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import { type BatchRule, dynamicBatchRule, oneByOne } from "./batch-rule.ts";
import { QueuePolicies } from "./queue-policies.ts";
import { type Scheduled, Scheduler } from "./scheduler.ts";

const MS = 1_000_000;

const batching = (given: Partial<DynamicBatching>): DynamicBatching => ({
  preferred_batch_size: [],
  max_queue_delay_microseconds: 0,
  preserve_ordering: false,
  priority_levels: 0,
  default_priority_level: 0,
  priority_queue_policy: {},
  ...given,
});

interface Entry extends Scheduled {
  readonly label: string;
}

/** A scheduler on a virtual clock whose instances take `runMs` for every batch. */
function lab(
  rule: BatchRule,
  options: {
    runMs?: number;
    instances?: number;
    maxQueue?: number;
    ahead?: number;
    atOnce?: boolean;
    timeoutUs?: number;
    batching?: Partial<DynamicBatching>;
  } = {},
) {
  const clock = new VirtualClock();
  const { runMs = 200, instances = 1, maxQueue = 0, ahead = 0, timeoutUs = 0 } = options;
  const { atOnce = false } = options;
  const batches: { atMs: number; labels: string[] }[] = [];
  const reasons: DispatchReason[] = [];
  const dropped: { atMs: number; label: string; reason: string; message: string }[] = [];
  let busy = 0;
  const scheduler: Scheduler<Entry> = new Scheduler<Entry>({
    clock,
    rule,
    policies: new QueuePolicies(
      batching({
        default_queue_policy: {
          timeout_action: "REJECT",
          default_timeout_microseconds: timeoutUs,
          allow_timeout_override: false,
          max_queue_size: maxQueue,
        },
        ...options.batching,
      }),
    ),
    idle: () => busy < instances,
    takesNext: () => busy < instances + ahead,
    takesAtOnce: () => atOnce,
    execute(batch, { reason }) {
      busy += 1;
      reasons.push(reason);
      batches.push({ atMs: clock.now() / MS, labels: batch.map(({ label }) => label) });
      clock.setTimer(runMs * MS, () => {
        busy -= 1;
        scheduler.instanceFreed();
      });
    },
  });
  const send = (label: string, items = 1, extra: Partial<Entry> = {}): Entry => {
    const entry: Entry = {
      label,
      items,
      shapeKey: "",
      queuedAt: clock.now(),
      priority: 0,
      timeoutUs: 0,
      drop: (reason, { message }) =>
        dropped.push({ atMs: clock.now() / MS, label, reason, message }),
      ...extra,
    };
    scheduler.enqueue(entry);
    return entry;
  };
  return { clock, scheduler, send, batches, reasons, dropped };
}

const policy = (given: Partial<QueuePolicy>): QueuePolicy => ({
  timeout_action: "REJECT",
  default_timeout_microseconds: 0,
  allow_timeout_override: false,
  max_queue_size: 0,
  ...given,
});

const preferred26 = (delayMs: number) =>
  dynamicBatchRule({ maxBatchSize: 8, preferredSizes: [2, 6], maxDelayNs: delayMs * MS });

const upTo = (maxBatchSize: number, delayMs = 0) =>
  dynamicBatchRule({ maxBatchSize, preferredSizes: [], maxDelayNs: delayMs * MS });

describe("nothing to wait for", () => {
  it.each<[string, (scheduler: Scheduler<Entry>, entry: Entry) => void]>([
    ["[SCHED-Q3] was cancelled", (scheduler, entry) => scheduler.remove(entry)],
    [
      "[SCHED-Q4] was dropped",
      (scheduler) => scheduler.dropAll(new StatusError("UNAVAILABLE", "")),
    ],
  ])(
    "sets no timer once the last request that waited for a larger batch %s",
    async (_, takeOut) => {
      const { clock, scheduler, send } = lab(upTo(4, 600_000));
      const entry = send("a");
      await clock.advance(0);
      expect(clock.pending).toBe(1);
      takeOut(scheduler, entry);
      await clock.advance(0);
      expect(clock.pending).toBe(0);
    },
  );
});

describe("without dynamic batching", () => {
  it("[SCHED-B1] executes requests one by one, first in, first out, on every idle instance", async () => {
    const { clock, send, batches } = lab(oneByOne, { instances: 2 });
    for (const label of ["a", "b", "c"]) send(label);
    await clock.advance(250 * MS);
    expect(batches).toEqual([
      { atMs: 0, labels: ["a"] },
      { atMs: 0, labels: ["b"] },
      { atMs: 200, labels: ["c"] },
    ]);
  });
});

describe("dynamic batching as Triton recorded it (preferred [2,6], delay 500 ms, runs of 200 ms)", () => {
  it("[SCHED-B5] sizes 2 then 6: each is a preferred size and is sent at once", async () => {
    const { clock, send, batches } = lab(preferred26(500));
    send("two", 2);
    await clock.advance(10 * MS);
    send("six", 6);
    await clock.advance(1000 * MS);
    expect(batches).toEqual([
      { atMs: 0, labels: ["two"] },
      { atMs: 200, labels: ["six"] },
    ]);
  });

  it("[SCHED-B6] a lone 1 waits for the whole delay", async () => {
    const { clock, send, batches } = lab(preferred26(500));
    send("one");
    await clock.advance(1000 * MS);
    expect(batches).toEqual([{ atMs: 500, labels: ["one"] }]);
  });

  it("[SCHED-B5] 1, 1, 1: the first two are a preferred size, the third waits its delay", async () => {
    const { clock, send, batches } = lab(preferred26(500));
    for (const label of ["a", "b", "c"]) {
      send(label);
      await clock.advance(10 * MS);
    }
    await clock.advance(1000 * MS);
    expect(batches).toEqual([
      { atMs: 10, labels: ["a", "b"] },
      { atMs: 520, labels: ["c"] },
    ]);
  });

  it("[SCHED-B7] 3 then 4: 7 would exceed the largest preferred size, so 3 is sent and 4 waits for its delay", async () => {
    const { clock, send, batches } = lab(preferred26(500));
    send("three", 3);
    await clock.advance(10 * MS);
    send("four", 4);
    await clock.advance(1000 * MS);
    expect(batches).toEqual([
      { atMs: 10, labels: ["three"] },
      { atMs: 510, labels: ["four"] },
    ]);
  });

  it("[SCHED-B6] 3, 4, 1 after the delay has passed: all 8 together", async () => {
    const { clock, send, batches } = lab(preferred26(500), { runMs: 2000 });
    send("busy", 2);
    await clock.advance(10 * MS);
    send("three", 3);
    send("four", 4);
    send("one", 1);
    await clock.advance(2500 * MS);
    expect(batches[1]).toEqual({ atMs: 2000, labels: ["three", "four", "one"] });
  });
});

describe("dynamic batching", () => {
  it("[SCHED-B2] never exceeds max_batch_size and never splits a request", async () => {
    const { clock, send, batches } = lab(upTo(8));
    send("a", 5);
    send("b", 5);
    await clock.advance(500 * MS);
    expect(batches.map(({ labels }) => labels)).toEqual([["a"], ["b"]]);
  });

  it("[SCHED-B3] without preferred sizes sends when full or when the delay is over", async () => {
    const { clock, send, batches } = lab(upTo(4, 100), { instances: 2 });
    for (const label of ["a", "b", "c", "d", "e"]) send(label);
    await clock.advance(500 * MS);
    expect(batches).toEqual([
      { atMs: 0, labels: ["a", "b", "c", "d"] },
      { atMs: 100, labels: ["e"] },
    ]);
  });

  it("[SCHED-B4] batches only equal shapes; another shape sends the batch before it", async () => {
    const { clock, send, batches } = lab(upTo(8, 100), { runMs: 10 });
    send("a", 1, { shapeKey: "3" });
    send("b", 1, { shapeKey: "3" });
    send("c", 1, { shapeKey: "4" });
    await clock.advance(500 * MS);
    expect(batches).toEqual([
      { atMs: 0, labels: ["a", "b"] },
      { atMs: 100, labels: ["c"] },
    ]);
  });

  it("[SCHED-B8] with delay 0 a batch grows while all instances are busy", async () => {
    const { clock, send, batches } = lab(upTo(8));
    send("a");
    await clock.advance(10 * MS);
    for (const label of ["b", "c", "d"]) {
      send(label);
      await clock.advance(10 * MS);
    }
    await clock.advance(500 * MS);
    expect(batches).toEqual([
      { atMs: 0, labels: ["a"] },
      { atMs: 200, labels: ["b", "c", "d"] },
    ]);
  });

  it("[SCHED-B10] hands over early only batches that can't grow any more", async () => {
    const { clock, scheduler, send, batches } = lab(upTo(2), { ahead: 1 });
    for (const label of ["a", "b", "c"]) send(label);
    await clock.advance(10 * MS);
    expect(scheduler.queued).toBe(1);
    send("d");
    send("e");
    await clock.advance(10 * MS);
    expect(batches).toEqual([
      { atMs: 0, labels: ["a", "b"] },
      { atMs: 10, labels: ["c", "d"] },
    ]);
    expect(scheduler.queued).toBe(1);
  });

  it("[SCHED-B9] requests that arrive in one turn of the event loop leave together", async () => {
    const { clock, send, batches } = lab(upTo(8));
    send("a");
    send("b");
    await clock.advance(0);
    expect(batches).toEqual([{ atMs: 0, labels: ["a", "b"] }]);
  });

  it.each([
    ["after a short run, together with the arrivals of this turn", false, ["b", "c"]],
    ["after a long run, without them", true, ["b"]],
  ])("[SCHED-B9] an instance takes what is queued %s", async (_, atOnce, labels) => {
    const { clock, send, batches } = lab(upTo(8), { runMs: 10, atOnce });
    send("a");
    await clock.advance(5 * MS);
    send("b");
    // The response's client sends the next request in the same turn.
    clock.setTimer(5 * MS, () => send("c"));
    await clock.advance(5 * MS);
    expect(batches[1]).toEqual({ atMs: 10, labels });
  });
});

describe("queue policy", () => {
  it("[SCHED-Q1] rejects what exceeds max_queue_size, as recorded: 10 requests, 1 runs, 4 wait, 5 rejected", async () => {
    const { clock, send, batches } = lab(upTo(1), { runMs: 300, maxQueue: 4 });
    const refused: unknown[] = [];
    for (let i = 0; i < 10; i++) {
      try {
        send(String(i));
      } catch (error) {
        refused.push(error);
      }
      await clock.advance(10 * MS);
    }
    await clock.advance(2000 * MS);
    expect(batches.map(({ labels }) => labels[0])).toEqual(["0", "1", "2", "3", "4"]);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toEqual(new StatusError("UNAVAILABLE", "Exceeds maximum queue size"));
  });

  it("[SCHED-Q2] rejects a request that waited longer than its timeout", async () => {
    const { clock, send, batches, dropped } = lab(upTo(1), { runMs: 300, timeoutUs: 200_000 });
    for (let i = 0; i < 3; i++) send(String(i));
    await clock.advance(1000 * MS);
    expect(batches).toEqual([{ atMs: 0, labels: ["0"] }]);
    expect(dropped).toEqual(
      ["1", "2"].map((label) => ({
        atMs: 200,
        label,
        reason: "REJECTED",
        message: "Request timeout expired",
      })),
    );
  });

  it("[SCHED-Q3] removes a cancelled request from the queue at once", async () => {
    const { clock, scheduler, send, batches } = lab(oneByOne);
    send("a");
    const b = send("b");
    send("c");
    await clock.advance(10 * MS);
    expect(scheduler.queued).toBe(2);
    expect(scheduler.remove(b)).toBe(true);
    expect(scheduler.queued).toBe(1);
    await clock.advance(500 * MS);
    expect(batches.map(({ labels }) => labels[0])).toEqual(["a", "c"]);
  });

  it("[SCHED-Q3] after the batch was sent nothing can be removed or time out", async () => {
    const { clock, scheduler, send, dropped } = lab(oneByOne, { timeoutUs: 50_000 });
    const a = send("a");
    await clock.advance(10 * MS);
    expect(scheduler.remove(a)).toBe(false);
    await clock.advance(500 * MS);
    expect(dropped).toEqual([]);
  });

  it("[SCHED-Q4] drops all queued requests on demand", async () => {
    const { clock, scheduler, send, dropped } = lab(oneByOne);
    send("a");
    send("b");
    await clock.advance(0);
    scheduler.dropAll(new StatusError("UNAVAILABLE", "gone"));
    expect(dropped).toEqual([{ atMs: 0, label: "b", reason: "OTHER", message: "gone" }]);
    expect(scheduler.queued).toBe(0);
  });
});

describe("a timeout of DELAY", () => {
  const delaying = (timeoutUs: number) => ({
    batching: {
      default_queue_policy: policy({
        timeout_action: "DELAY",
        default_timeout_microseconds: timeoutUs,
        allow_timeout_override: true,
      }),
    },
  });

  it("[SCHED-Q2] moves a request behind those that aren't late, and never lets it expire", async () => {
    const { clock, scheduler, send, batches, dropped } = lab(oneByOne, delaying(150_000));
    for (const label of ["runs", "late", "later"]) send(label);
    await clock.advance(100 * MS);
    send("prompt");
    await clock.advance(60 * MS);
    expect(scheduler.depths()).toEqual([{ level: 0, queued: 3, delayed: 2 }]);
    await clock.advance(1000 * MS);
    expect(batches.map(({ labels }) => labels[0])).toEqual(["runs", "prompt", "late", "later"]);
    expect(dropped).toEqual([]);
  });

  it("[SCHED-Q2] in the order in which they became late", async () => {
    const { clock, send, batches } = lab(oneByOne, delaying(150_000));
    for (const label of ["runs", "late"]) send(label);
    send("hasty", 1, { timeoutUs: 10_000 });
    await clock.advance(1000 * MS);
    expect(batches.map(({ labels }) => labels[0])).toEqual(["runs", "hasty", "late"]);
  });

  it("[SCHED-B6] a batch's delay starts with its oldest request, even if that is last", async () => {
    const { clock, send, batches } = lab(upTo(8, 100), { ...delaying(50_000), runMs: 10 });
    send("late");
    await clock.advance(80 * MS);
    send("prompt");
    await clock.advance(500 * MS);
    expect(batches).toEqual([{ atMs: 100, labels: ["prompt", "late"] }]);
  });

  it("[SCHED-B7] a batch is decided again when a request becomes late", async () => {
    const { clock, send, batches } = lab(upTo(4, 400), { ...delaying(50_000), runMs: 10 });
    send("wide", 1, { shapeKey: "wide" });
    await clock.advance(20 * MS);
    for (const label of ["a", "b"]) send(label, 2);
    expect(batches).toEqual([]);
    await clock.advance(10 * MS);
    expect(batches[0]).toEqual({ atMs: 20, labels: ["wide"] });
    expect(batches[1]).toEqual({ atMs: 30, labels: ["a", "b"] });
  });
});

describe("a request's own timeout", () => {
  const overridable = {
    batching: {
      default_queue_policy: policy({
        default_timeout_microseconds: 100_000,
        allow_timeout_override: true,
      }),
    },
  };

  it("[SCHED-Q2] shortens the policy's, never lengthens it, and expires on time", async () => {
    const { clock, send, dropped } = lab(oneByOne, { ...overridable, runMs: 1000 });
    send("runs");
    send("own none");
    send("own longer", 1, { timeoutUs: 900_000 });
    await clock.advance(1 * MS);
    send("own shorter", 1, { timeoutUs: 30_000 });
    await clock.advance(500 * MS);
    expect(dropped.map(({ label, atMs }) => [label, atMs])).toEqual([
      ["own shorter", 31],
      ["own none", 100],
      ["own longer", 100],
    ]);
  });

  it("[SCHED-Q2] has no effect if the policy has none", async () => {
    const { clock, send, dropped } = lab(oneByOne, {
      batching: { default_queue_policy: policy({ allow_timeout_override: true }) },
    });
    send("runs");
    send("waits", 1, { timeoutUs: 10_000 });
    await clock.advance(100 * MS);
    expect(dropped).toEqual([]);
  });

  it("[SCHED-Q2] a request that is late when an instance becomes idle isn't executed", async () => {
    const { clock, send, batches, dropped } = lab(oneByOne, { ...overridable, runMs: 100 });
    send("runs");
    send("waits");
    await clock.advance(500 * MS);
    expect(batches.map(({ labels }) => labels[0])).toEqual(["runs"]);
    expect(dropped.map(({ atMs }) => atMs)).toEqual([100]);
  });
});

describe("priority levels", () => {
  const three = { priority_levels: 3, default_priority_level: 2 };

  it("[SCHED-Q5] the highest waiting level is served first, first in, first out within it; 0 and beyond is the default", async () => {
    const { clock, scheduler, send, batches } = lab(oneByOne, { batching: three });
    send("runs");
    await clock.advance(0);
    for (const priority of [3, 0, 1, 4, 1, 2]) send(`p${priority}`, 1, { priority });
    await clock.advance(0);
    expect(scheduler.depths()).toEqual([
      { level: 1, queued: 2, delayed: 0 },
      { level: 2, queued: 3, delayed: 0 },
      { level: 3, queued: 1, delayed: 0 },
    ]);
    await clock.advance(3000 * MS);
    expect(batches.map(({ labels }) => labels[0])).toEqual([
      "runs",
      "p1",
      "p1",
      "p0",
      "p4",
      "p2",
      "p3",
    ]);
  });

  it("[SCHED-B2] [SCHED-Q5] a batch is filled from the highest level down", async () => {
    const { clock, send, batches } = lab(upTo(3), { batching: three });
    send("runs");
    await clock.advance(10 * MS);
    for (const priority of [3, 2, 1, 3]) send(`p${priority}`, 1, { priority });
    await clock.advance(500 * MS);
    expect(batches.map(({ labels }) => labels)).toEqual([["runs"], ["p1", "p2", "p3"], ["p3"]]);
  });

  it("[SCHED-B6] [SCHED-Q5] a batch's delay starts with its oldest request of any level", async () => {
    const { clock, send, batches } = lab(upTo(4, 100), { batching: three });
    send("low", 1, { priority: 3 });
    await clock.advance(60 * MS);
    send("high", 1, { priority: 1 });
    await clock.advance(500 * MS);
    expect(batches).toEqual([{ atMs: 100, labels: ["high", "low"] }]);
  });

  it("[SCHED-Q1] [SCHED-Q2] [SCHED-Q5] each level has its own policy, or the default policy", async () => {
    const { clock, send, batches, dropped } = lab(oneByOne, {
      batching: {
        ...three,
        default_queue_policy: policy({ max_queue_size: 1 }),
        priority_queue_policy: {
          "1": policy({ default_timeout_microseconds: 50_000 }),
          "3": policy({ timeout_action: "DELAY", default_timeout_microseconds: 20_000 }),
        },
      },
    });
    send("runs");
    await clock.advance(0);
    send("high", 1, { priority: 1 });
    send("another high", 1, { priority: 1 });
    send("middle", 1, { priority: 2 });
    expect(() => send("one too many", 1, { priority: 2 })).toThrow("Exceeds maximum queue size");
    send("low", 1, { priority: 3 });
    await clock.advance(190 * MS);
    send("prompt low", 1, { priority: 3 });
    await clock.advance(1000 * MS);
    expect(dropped.map(({ label, atMs }) => [label, atMs])).toEqual([
      ["high", 50],
      ["another high", 50],
    ]);
    expect(batches.map(({ labels }) => labels[0])).toEqual(["runs", "middle", "low", "prompt low"]);
  });

  it("[SCHED-Q1] delayed requests count for their level's limit", async () => {
    const { clock, send } = lab(oneByOne, {
      batching: {
        default_queue_policy: policy({
          timeout_action: "DELAY",
          default_timeout_microseconds: 10_000,
          max_queue_size: 2,
        }),
      },
    });
    for (const label of ["runs", "late"]) send(label);
    await clock.advance(20 * MS);
    send("prompt");
    expect(() => send("one too many")).toThrow("Exceeds maximum queue size");
  });
});

describe("[SCHED-B12] the reason of a batch", () => {
  /** Reasons of the batches that these requests make; each is sent 1 ms after the one before. */
  async function reasonsOf(
    rule: BatchRule,
    sizes: readonly number[],
    shapes: readonly string[] = [],
  ) {
    const { clock, send, reasons } = lab(rule, { runMs: 10, instances: 3 });
    for (const [i, size] of sizes.entries()) {
      send(String(i), size, { shapeKey: shapes[i] ?? "" });
      await clock.advance(MS);
    }
    await clock.advance(1000 * MS);
    return reasons;
  }

  it.each<[string, BatchRule, number[], string[], DispatchReason[]]>([
    ["[SCHED-B1] idle: nothing is batched", oneByOne, [1], [], ["idle"]],
    ["[SCHED-B6] idle: nothing is waited for", upTo(8), [1], [], ["idle"]],
    ["[SCHED-B3] full: the largest size", upTo(2, 50), [1, 1], [], ["full"]],
    [
      "[SCHED-B5] preferred: a preferred size that is not the largest",
      preferred26(50),
      [2],
      [],
      ["preferred"],
    ],
    ["[SCHED-B5] full: the largest preferred size", preferred26(50), [6], [], ["full"]],
    ["[SCHED-B6] full: above the largest preferred size", preferred26(50), [7], [], ["full"]],
    ["[SCHED-B6] delay: held to form a larger batch in vain", preferred26(50), [1], [], ["delay"]],
    [
      "[SCHED-B7] forced: the next would lead past the largest preferred size",
      preferred26(50),
      [3, 4],
      [],
      ["forced", "delay"],
    ],
    [
      "[SCHED-B2] forced: the next would lead past the maximum",
      upTo(8, 50),
      [5, 5],
      [],
      ["forced", "delay"],
    ],
    [
      "[SCHED-B4] shape: the next has another shape",
      upTo(8, 50),
      [1, 1, 1],
      ["a", "a", "b"],
      ["shape", "delay"],
    ],
  ])("%s", async (_, rule, sizes, shapes, expected) => {
    expect(await reasonsOf(rule, sizes, shapes)).toEqual(expected);
  });

  it("[SCHED-B6] delay: even if a preferred size was reached", async () => {
    const { clock, send, reasons } = lab(preferred26(50), { runMs: 100 });
    send("busy", 2);
    await clock.advance(MS);
    for (const label of ["a", "b", "c"]) send(label);
    await clock.advance(500 * MS);
    expect(reasons).toEqual(["preferred", "delay"]);
  });
});
