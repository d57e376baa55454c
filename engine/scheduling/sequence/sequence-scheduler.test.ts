import { describe, expect, it } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import type { Job } from "../../models/job.ts";
import type { SequenceScheduler } from "./sequence-scheduler.ts";
import { lab, MS } from "./testing/lab.ts";

const oldest = (candidates: number, delayMs = 0, preferred: number[] = []) => ({
  oldest: {
    max_candidate_sequences: candidates,
    preferred_batch_size: preferred,
    max_queue_delay_microseconds: delayMs * 1000,
    preserve_ordering: false,
  },
});

describe("a request and its sequence", () => {
  it("[SEQ-1] rejects parameters of another type", () => {
    const { send } = lab();
    expect(() => send("a", { id: 1.5 })).toThrow(
      "invalid value type for 'sequence_id' parameter, expected int64_param or string_param.",
    );
    expect(() => send("a", { id: 1, start: 1 as unknown as boolean })).toThrow(
      "invalid value type for 'sequence_start' parameter, expected bool_param.",
    );
    expect(() => send("a", { id: 1, end: "true" as unknown as boolean })).toThrow(
      "invalid value type for 'sequence_end' parameter, expected bool_param.",
    );
  });

  it("[SEQ-1] treats 64-bit integers as the same id however they are sent, and strings as another", async () => {
    const { send, clock, answers } = lab({ maxBatchSize: 1, instances: 2 });
    send("a", { id: -1, start: true });
    send("b", { id: 2n ** 64n - 1n });
    expect(() => send("c", { id: "-1" })).toThrow(
      "inference request for sequence -1 to model 'm' must specify the START flag on the first request of the sequence",
    );
    send("d", { id: 9007199254740993n, start: true });
    expect(() => send("e", { id: 9007199254740992n })).toThrow("START flag");
    await clock.advance(100 * MS);
    expect(answers).toEqual({ a: "ok at 10", b: "ok at 20", d: "ok at 10" });
  });

  it("[SEQ-2] requires a correlation ID", () => {
    const { send } = lab();
    const message =
      "inference request to model 'm' must specify a non-zero or non-empty correlation ID";
    expect(() => send("a", { start: true })).toThrow(message);
    expect(() => send("a", { id: 0, start: true })).toThrow(message);
    expect(() => send("a", { id: "", start: true })).toThrow(message);
  });

  it("[SEQ-3] requires START first, also after END", async () => {
    const { send, clock } = lab();
    const message =
      "inference request for sequence 5 to model 'm' must specify the START flag on the first request of the sequence";
    expect(() => send("a", { id: 5 })).toThrow(message);
    send("a", { id: 5, start: true });
    send("b", { id: 5, end: true });
    expect(() => send("c", { id: 5 })).toThrow(message);
    await clock.advance(100 * MS);
    expect(() => send("c", { id: 5 })).toThrow(message);
  });

  it("[SEQ-3] continues in the same slot when a live sequence starts again", async () => {
    const { send, clock, sent, totals, warnings } = lab();
    send("a", { id: 5, start: true, values: [1] });
    send("b", { id: 5, start: true, values: [2] });
    send("c", { id: 5, end: true, values: [3] });
    await clock.advance(100 * MS);
    expect(sent()).toEqual(["a", "b", "c"]);
    expect(totals).toEqual({ a: 1, b: 2, c: 5 });
    expect(warnings).toEqual([
      "sequence 5 for model 'm' has a conflict. The previous sequence did not end before this sequence start. Previous sequence will be terminated early.",
    ]);
  });
});

describe("slots and the backlog", () => {
  it("[SEQ-4] [SEQ-5] fills the lowest slots of all instances first, then the backlog, first in, first out", async () => {
    const { send, clock, batches, scheduler } = lab({ maxBatchSize: 2, instances: 2 });
    for (const id of [1, 2, 3, 4, 5, 6]) send(`s${id}`, { id, start: true });
    expect(scheduler.depths()).toEqual([{ level: 0, queued: 6, delayed: 0 }]);
    await clock.advance(5 * MS);
    expect(batches).toEqual([
      { atMs: 0, slot: 0, reason: "full", jobs: ["s1", "s3"] },
      { atMs: 0, slot: 1, reason: "full", jobs: ["s2", "s4"] },
    ]);
    expect(scheduler.queued).toBe(2);
    send("end2", { id: 2, end: true });
    await clock.advance(20 * MS);
    expect(batches.slice(2).map(({ slot, jobs }) => [slot, ...jobs])).toEqual([
      [1, "end2"],
      [1, "s5"],
    ]);
  });

  it("[SEQ-5] collects a sequence in the backlog, its END included, and the next one of the same id after it", async () => {
    const { send, clock, sent } = lab({ maxBatchSize: 1 });
    send("a1", { id: "a", start: true });
    send("b1", { id: "b", start: true });
    send("b2", { id: "b", end: true });
    send("b3", { id: "b", start: true, end: true });
    send("a2", { id: "a", end: true });
    await clock.advance(100 * MS);
    expect(sent()).toEqual(["a1", "a2", "b1", "b2", "b3"]);
  });

  it("[SEQ-6] ends a sequence in the backlog by the shortest timeout of its requests", async () => {
    const { send, clock, answers, sent } = lab({ maxBatchSize: 1 });
    send("a", { id: 1, start: true });
    send("b1", { id: 2, start: true, timeoutMs: 900 });
    send("b2", { id: 2, timeoutMs: 50 });
    send("b3", { id: 2, end: true, timeoutMs: 700 });
    send("c", { id: 3, start: true, end: true, timeoutMs: 200 });
    send("d", { id: 4, start: true, end: true });
    await clock.advance(60 * MS);
    const expired = "REJECTED UNAVAILABLE: timeout of the corresponding sequence has been expired";
    expect(answers).toEqual({ a: "ok at 10", b1: expired, b2: expired, b3: expired });
    await clock.advance(200 * MS);
    expect(answers["c"]).toBe(expired);
    send("e", { id: 1, end: true });
    await clock.advance(50 * MS);
    expect(sent()).toEqual(["a", "e", "d"]);
    expect(() => send("f", { id: 2 })).toThrow("START flag");
  });

  it("[SEQ-6] has no timeout in a slot", async () => {
    const { send, clock, answers } = lab({ maxBatchSize: 1 });
    send("a", { id: 1, start: true });
    send("b", { id: 1, timeoutMs: 1 });
    await clock.advance(100 * MS);
    expect(answers["b"]).toBe("ok at 20");
  });

  it("[SEQ-7] ends a sequence whose waiting request is cancelled, and cancels later ones", async () => {
    const { send, clock, answers, scheduler, sent } = lab({ maxBatchSize: 1 });
    send("a1", { id: 1, start: true });
    send("a2", { id: 1 });
    const cancelled = send("a3", { id: 1 });
    send("a4", { id: 1 });
    send("b", { id: 2, start: true });
    await clock.advance(MS);
    expect(scheduler.remove(cancelled)).toBe(true);
    expect(() => send("a5", { id: 1 })).toThrow("START flag");
    await clock.advance(100 * MS);
    expect(sent()).toEqual(["a1", "a2", "b"]);
    expect(answers["a4"]).toBe("CANCELED CANCELLED: Request cancelled");
  });

  it("[SEQ-7] cancels all of a sequence in the backlog", async () => {
    const { send, clock, answers, scheduler, sent } = lab({ maxBatchSize: 1 });
    send("a", { id: 1, start: true });
    send("b1", { id: 2, start: true });
    const cancelled = send("b2", { id: 2 });
    scheduler.remove(cancelled);
    send("c", { id: 3, start: true });
    send("a2", { id: 1, end: true });
    await clock.advance(100 * MS);
    expect(sent()).toEqual(["a", "a2", "c"]);
    expect(answers["b1"]).toBe("CANCELED CANCELLED: Request cancelled");
  });

  it("[SEQ-7] doesn't affect an executing request", async () => {
    const { send, clock, scheduler, sent } = lab({ maxBatchSize: 1 });
    const running = send("a1", { id: 1, start: true });
    await clock.advance(MS);
    expect(scheduler.remove(running)).toBe(false);
    send("a2", { id: 1 });
    await clock.advance(100 * MS);
    expect(sent()).toEqual(["a1", "a2"]);
  });
});

describe("the direct strategy", () => {
  it("[SEQ-8] keeps each sequence in its place and fills up to the highest ready one", async () => {
    const { send, clock, batches, sent } = lab();
    for (const id of [1, 2, 3]) send(`s${id}`, { id, start: true });
    await clock.advance(15 * MS);
    send("t3", { id: 3 });
    await clock.advance(15 * MS);
    send("t2", { id: 2 });
    await clock.advance(15 * MS);
    expect(sent()).toEqual(["s1 s2 s3", "- - t3", "- t2"]);
    expect(batches.map(({ reason }) => reason)).toEqual(["idle", "idle", "idle"]);
  });

  it("[SEQ-8] runs one batch at a time, with one request of each sequence", async () => {
    const { send, clock, batches } = lab({ maxBatchSize: 2 });
    send("a1", { id: 1, start: true });
    send("a2", { id: 1 });
    send("b1", { id: 2, start: true });
    await clock.advance(5 * MS);
    send("a3", { id: 1 });
    send("b2", { id: 2 });
    await clock.advance(100 * MS);
    expect(batches).toEqual([
      { atMs: 0, slot: 0, reason: "full", jobs: ["a1", "b1"] },
      { atMs: 10, slot: 0, reason: "full", jobs: ["a2", "b2"] },
      { atMs: 20, slot: 0, reason: "idle", jobs: ["a3"] },
    ]);
  });

  it("[SEQ-8] gives the slot of an ended sequence to the backlog with the next batch", async () => {
    const { send, clock, sent } = lab({ maxBatchSize: 2 });
    send("a", { id: 1, start: true, end: true });
    send("b", { id: 2, start: true });
    send("c", { id: 3, start: true });
    await clock.advance(100 * MS);
    expect(sent()).toEqual(["a b", "c"]);
  });

  it("[SEQ-9] replaces a request of another shape by a null request until the next batch", async () => {
    const { send, clock, sent, requests } = lab({ dims: -1 });
    send("a", { id: 1, start: true, values: [1, 2] });
    send("b", { id: 2, start: true, values: [1, 2, 3] });
    send("c", { id: 3, start: true, values: [3, 4] });
    await clock.advance(100 * MS);
    expect(sent()).toEqual(["a - c", "- b"]);
    const [filler] = requests[1] ?? [];
    expect(filler?.inputs[0]?.tensor).toMatchObject({ shape: [1, 3], byteLength: 12 });
    expect(filler?.inputs[0]?.tensor.segments[0]).toEqual(new Uint8Array(12));
  });

  it("[SEQ-10] waits for the minimum slot utilisation, at most the delay", async () => {
    const { send, clock, batches } = lab({
      sequence: {
        direct: { max_queue_delay_microseconds: 50_000, minimum_slot_utilization: 0.75 },
      },
    });
    for (const id of [1, 2]) send(`s${id}`, { id, start: true });
    await clock.advance(20 * MS);
    send("s3", { id: 3, start: true });
    await clock.advance(30 * MS);
    send("t1", { id: 1 });
    await clock.advance(100 * MS);
    expect(batches).toEqual([
      { atMs: 20, slot: 0, reason: "preferred", jobs: ["s1", "s2", "s3"] },
      { atMs: 100, slot: 0, reason: "delay", jobs: ["t1"] },
    ]);
  });

  it.each<[string, (scheduler: SequenceScheduler, job: Job) => void]>([
    ["is cancelled", (scheduler, job) => scheduler.remove(job)],
    ["is dropped", (scheduler) => scheduler.dropAll(new StatusError("UNAVAILABLE", ""))],
  ])("[SEQ-10] waits for nothing once the only request %s", async (_, takeOut) => {
    const direct = { max_queue_delay_microseconds: 600_000_000, minimum_slot_utilization: 1 };
    const { send, clock, scheduler } = lab({ sequence: { direct } });
    const job = send("a", { id: 1, start: true, end: true });
    await clock.advance(0);
    expect(clock.pending).toBe(1);
    takeOut(scheduler, job);
    await clock.advance(0);
    expect(clock.pending).toBe(0);
  });

  it("[SEQ-10] doesn't wait without a minimum utilisation", async () => {
    const { send, clock, batches } = lab({
      sequence: { direct: { max_queue_delay_microseconds: 50_000, minimum_slot_utilization: 0 } },
    });
    send("a", { id: 1, start: true });
    await clock.advance(MS);
    expect(batches.map(({ atMs }) => atMs)).toEqual([0]);
  });
});

describe("the oldest strategy", () => {
  it("[SEQ-4] [SEQ-11] batches the candidates dynamically, one request of each at a time", async () => {
    const { send, clock, batches } = lab({ maxBatchSize: 2, sequence: oldest(3) });
    for (const id of [1, 2, 3, 4]) send(`s${id}`, { id, start: true });
    for (const id of [1, 2, 3, 4]) send(`t${id}`, { id, end: true });
    await clock.advance(100 * MS);
    expect(batches).toEqual([
      { atMs: 0, slot: 0, reason: "full", jobs: ["s1", "s2"] },
      { atMs: 10, slot: 0, reason: "full", jobs: ["s3", "t1"] },
      { atMs: 20, slot: 0, reason: "full", jobs: ["t2", "t3"] },
      { atMs: 30, slot: 0, reason: "idle", jobs: ["s4"] },
      { atMs: 40, slot: 0, reason: "idle", jobs: ["t4"] },
    ]);
  });

  it("[SEQ-11] waits for preferred sizes, at most the delay", async () => {
    const { send, clock, batches } = lab({ sequence: oldest(4, 30, [2]) });
    for (const id of [1, 2, 3]) send(`s${id}`, { id, start: true });
    await clock.advance(100 * MS);
    expect(batches).toEqual([
      { atMs: 0, slot: 0, reason: "full", jobs: ["s1", "s2"] },
      { atMs: 30, slot: 0, reason: "delay", jobs: ["s3"] },
    ]);
  });

  it("[SEQ-12] continues with a sequence whose issued request is cancelled", async () => {
    const { send, clock, scheduler, sent, answers } = lab({ maxBatchSize: 1, sequence: oldest(2) });
    send("a1", { id: 1, start: true });
    await clock.advance(MS);
    const issued = send("b1", { id: 2, start: true });
    send("b2", { id: 2 });
    expect(scheduler.remove(issued)).toBe(true);
    await clock.advance(100 * MS);
    expect(sent()).toEqual(["a1", "b2"]);
    expect(answers["b1"]).toBe("CANCELED CANCELLED: Request cancelled");
  });

  it("[SEQ-12] never has null requests, and spreads sequences over instances", async () => {
    const { send, clock, batches } = lab({ sequence: oldest(4), instances: 2 });
    for (const id of [1, 2, 3, 4]) send(`s${id}`, { id, start: true });
    await clock.advance(15 * MS);
    send("t4", { id: 4 });
    await clock.advance(15 * MS);
    expect(batches.map(({ slot, jobs }) => [slot, ...jobs])).toEqual([
      [0, "s1", "s3"],
      [1, "s2", "s4"],
      [1, "t4"],
    ]);
  });
});

it("[SEQ-17] drops what a lost instance's batcher holds, and nothing later", async () => {
  const { send, clock, answers, place } = lab({ maxBatchSize: 1, sequence: oldest(2) });
  send("a1", { id: 1, start: true });
  send("b1", { id: 2, start: true });
  send("b2", { id: 2 });
  send("c1", { id: 3, start: true });
  send("c2", { id: 3 });
  await clock.advance(5 * MS);
  place(0, true);
  await clock.advance(100 * MS);
  const lost = (which: string) =>
    `OTHER UNAVAILABLE: the instance that served ${which} of model 'm' ended unexpectedly: start the sequence again`;
  expect(answers).toEqual({
    a1: "BACKEND INTERNAL: failed",
    b1: lost("the sequence"),
    b2: lost("sequence 2"),
    c1: "ok at 15",
    c2: "ok at 25",
  });
});

it("[SEQ-20] drops what a batcher holds, and what ended in the backlog", async () => {
  const { send, clock, answers, scheduler } = lab({ maxBatchSize: 1, sequence: oldest(2) });
  send("a1", { id: 1, start: true });
  send("b1", { id: 2, start: true });
  send("b2", { id: 2 });
  send("c1", { id: 3, start: true, end: true });
  await clock.advance(5 * MS);
  scheduler.dropAll(new StatusError("UNAVAILABLE", "gone"));
  expect(scheduler.queued).toBe(0);
  send("d1", { id: 4, start: true });
  send("e1", { id: 5, start: true });
  await clock.advance(100 * MS);
  const gone = "OTHER UNAVAILABLE: gone";
  expect(answers).toEqual({
    a1: "ok at 10",
    b1: gone,
    b2: gone,
    c1: gone,
    // a1 still executes in its slot.
    d1: "ok at 30",
    e1: "ok at 20",
  });
});

describe.each([
  ["direct", {}],
  ["oldest", oldest(1)],
])("idleness, losses and the end (%s)", (_strategy, sequence) => {
  it("[SEQ-18] frees the slot of a sequence that is idle, and no longer knows it", async () => {
    const { send, clock, sent } = lab({
      maxBatchSize: 1,
      sequence: { ...sequence, max_sequence_idle_microseconds: 100_000 },
    });
    send("a", { id: 1, start: true });
    send("b", { id: 2, start: true });
    await clock.advance(90 * MS);
    expect(sent()).toEqual(["a"]);
    send("a2", { id: 1 });
    await clock.advance(99 * MS);
    expect(sent()).toEqual(["a", "a2"]);
    await clock.advance(2 * MS);
    expect(sent()).toEqual(["a", "a2", "b"]);
    expect(() => send("a3", { id: 1 })).toThrow("START flag");
  });

  it("[SEQ-18] lets a sequence that was idle in the backlog start, and checks again after 50 ms", async () => {
    const { send, clock, sent } = lab({
      maxBatchSize: 1,
      sequence: { ...sequence, max_sequence_idle_microseconds: 100_000 },
    });
    send("a", { id: 1, start: true });
    send("b", { id: 2, start: true });
    for (let i = 0; i < 4; i++) {
      await clock.advance(90 * MS);
      send(`a${i}`, { id: 1, end: i === 3 });
    }
    await clock.advance(30 * MS);
    expect(sent().at(-1)).toBe("b");
    await clock.advance(60 * MS);
    expect(() => send("b2", { id: 2 })).toThrow("START flag");
  });

  it("[SEQ-17] ends the sequences of a lost instance, and serves new ones on the next", async () => {
    const { send, clock, answers, place, sent } = lab({ maxBatchSize: 1, sequence });
    send("a1", { id: 1, start: true });
    send("a2", { id: 1 });
    send("b1", { id: 2, start: true });
    await clock.advance(5 * MS);
    place(0, false);
    await clock.advance(10 * MS);
    expect(answers).toEqual({
      a1: "BACKEND INTERNAL: failed",
      a2: "OTHER UNAVAILABLE: the instance that served sequence 1 of model 'm' ended unexpectedly: start the sequence again",
    });
    expect(() => send("a3", { id: 1 })).toThrow("START flag");
    place(0, true);
    await clock.advance(20 * MS);
    expect(sent()).toEqual(["a1", "b1"]);
    expect(answers["b1"]).toBe("ok at 25");
  });

  it("[SEQ-17] notices a loss between batches", async () => {
    const { send, clock, place } = lab({ maxBatchSize: 1, sequence });
    send("a1", { id: 1, start: true });
    await clock.advance(20 * MS);
    place(0, false);
    place(0, true);
    expect(() => send("a2", { id: 1 })).toThrow("START flag");
  });

  it("[SEQ-19] continues after a run that failed", async () => {
    const { send, clock, answers, failRuns } = lab({ maxBatchSize: 1, sequence });
    send("a1", { id: 1, start: true });
    failRuns(true);
    await clock.advance(15 * MS);
    failRuns(false);
    send("a2", { id: 1 });
    await clock.advance(20 * MS);
    expect(answers).toEqual({ a1: "BACKEND INTERNAL: failed", a2: "ok at 25" });
  });

  it("[SEQ-20] drops all waiting requests", async () => {
    const { send, clock, answers, scheduler } = lab({ maxBatchSize: 1, sequence });
    send("a1", { id: 1, start: true });
    await clock.advance(MS);
    send("a2", { id: 1 });
    send("b1", { id: 2, start: true });
    scheduler.dropAll(new StatusError("UNAVAILABLE", "gone"));
    expect(scheduler.queued).toBe(0);
    await clock.advance(100 * MS);
    expect(answers).toEqual({
      a1: "ok at 10",
      a2: "OTHER UNAVAILABLE: gone",
      b1: "OTHER UNAVAILABLE: gone",
    });
  });

  it("[SEQ-20] finishes the backlog of a model that drains without waiting for live sequences", async () => {
    const { send, clock, answers, scheduler } = lab({ maxBatchSize: 1, sequence });
    send("a1", { id: 1, start: true });
    send("b1", { id: 2, start: true });
    send("b2", { id: 2 });
    send("c1", { id: 3, start: true });
    scheduler.drain();
    await clock.advance(45 * MS);
    expect(answers).toEqual({
      a1: "ok at 10",
      b1: "ok at 20",
      b2: "ok at 30",
      c1: "ok at 40",
    });
  });
});
