import { describe, expect, it } from "vitest";
import type { DynamicBatching } from "../config/types.ts";
import { StatusError } from "../protocol/status.ts";
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
    timeoutUs?: number;
  } = {},
) {
  const clock = new VirtualClock();
  const { runMs = 200, instances = 1, maxQueue = 0, ahead = 0, timeoutUs = 0 } = options;
  const batches: { atMs: number; labels: string[] }[] = [];
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
      }),
    ),
    idle: () => busy < instances,
    takesNext: () => busy < instances + ahead,
    execute(batch) {
      busy += 1;
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
  return { clock, scheduler, send, batches, dropped };
}

const preferred26 = (delayMs: number) =>
  dynamicBatchRule({ maxBatchSize: 8, preferredSizes: [2, 6], maxDelayNs: delayMs * MS });

const upTo = (maxBatchSize: number, delayMs = 0) =>
  dynamicBatchRule({ maxBatchSize, preferredSizes: [], maxDelayNs: delayMs * MS });

describe("without dynamic batching", () => {
  it("[B1] executes requests one by one, first in, first out, on every idle instance", async () => {
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
  it("[B5] sizes 2 then 6: each is a preferred size and leaves at once", async () => {
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

  it("[B6] a lone 1 waits for the whole delay", async () => {
    const { clock, send, batches } = lab(preferred26(500));
    send("one");
    await clock.advance(1000 * MS);
    expect(batches).toEqual([{ atMs: 500, labels: ["one"] }]);
  });

  it("[B5] 1, 1, 1: the first two are a preferred size, the third waits its delay", async () => {
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

  it("[B7] 3 then 4: 7 would pass the largest preferred size, so 3 leaves and 4 waits its delay", async () => {
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

  it("[B6] 3, 4, 1 after the delay has passed: all 8 together", async () => {
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
  it("[B2] never passes max_batch_size and never splits a request", async () => {
    const { clock, send, batches } = lab(upTo(8));
    send("a", 5);
    send("b", 5);
    await clock.advance(500 * MS);
    expect(batches.map(({ labels }) => labels)).toEqual([["a"], ["b"]]);
  });

  it("[B3] without preferred sizes sends when full or when the delay is over", async () => {
    const { clock, send, batches } = lab(upTo(4, 100), { instances: 2 });
    for (const label of ["a", "b", "c", "d", "e"]) send(label);
    await clock.advance(500 * MS);
    expect(batches).toEqual([
      { atMs: 0, labels: ["a", "b", "c", "d"] },
      { atMs: 100, labels: ["e"] },
    ]);
  });

  it("[B4] batches only equal shapes; another shape sends what is before it", async () => {
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

  it("[B8] with delay 0 a batch grows while all instances are busy", async () => {
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

  it("[B10] hands over ahead only what can't grow any more", async () => {
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

  it("[B9] requests that arrive in one turn of the event loop leave together", async () => {
    const { clock, send, batches } = lab(upTo(8));
    send("a");
    send("b");
    await clock.advance(0);
    expect(batches).toEqual([{ atMs: 0, labels: ["a", "b"] }]);
  });
});

describe("queue policy", () => {
  it("[Q1] refuses what exceeds max_queue_size, as recorded: 10 requests, 1 runs, 4 wait, 5 refused", async () => {
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

  it("[Q2] rejects what waited longer than its timeout", async () => {
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

  it("[Q3] takes a cancelled request out of the queue at once", async () => {
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

  it("[Q3] after the batch has left there is nothing to take out, and nothing times out", async () => {
    const { clock, scheduler, send, dropped } = lab(oneByOne, { timeoutUs: 50_000 });
    const a = send("a");
    await clock.advance(10 * MS);
    expect(scheduler.remove(a)).toBe(false);
    await clock.advance(500 * MS);
    expect(dropped).toEqual([]);
  });

  it("[Q4] drops everything that waits when told to", async () => {
    const { clock, scheduler, send, dropped } = lab(oneByOne);
    send("a");
    send("b");
    await clock.advance(0);
    scheduler.dropAll(new StatusError("UNAVAILABLE", "gone"));
    expect(dropped).toEqual([{ atMs: 0, label: "b", reason: "OTHER", message: "gone" }]);
    expect(scheduler.queued).toBe(0);
  });
});
