import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Place, RequestQueue, type Schedulable } from "./request-queue.ts";

/** A request as a plain list would hold it. */
interface Listed extends Schedulable {
  readonly level: number;
  readonly deadline: number;
  readonly order: number;
  /** When it was delayed; 0 before. */
  delayedAt: number;
}

const operations = fc.array(
  fc.oneof(
    { weight: 15, arbitrary: fc.record({ level: fc.nat(120), deadline: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ remove: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ delay: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ take: fc.nat(4) }) },
  ),
  { maxLength: 250, size: "max" },
);

const byRank = (a: Listed, b: Listed) =>
  a.level - b.level || a.delayedAt - b.delayedAt || a.order - b.order;

function entriesOf(queue: RequestQueue<Listed>): Listed[] {
  const entries: Listed[] = [];
  for (let place: Place<Listed> | undefined = queue.first; place; place = place.next) {
    entries.push(place.entry);
  }
  return entries;
}

function checkFigures(queue: RequestQueue<Listed>, list: readonly Listed[]): void {
  expect(queue.size).toBe(list.length);
  const deadlines = list.flatMap(({ deadline, delayedAt }) =>
    delayedAt === 0 && deadline < Infinity ? [deadline] : [],
  );
  expect(queue.earliest()?.deadline ?? Infinity).toBe(Math.min(...deadlines));
  const counts = new Map<number, number>();
  for (const { level } of list) counts.set(level, (counts.get(level) ?? 0) + 1);
  const depths = queue.depths().filter(({ queued }) => queued > 0);
  expect(depths.map(({ level, queued }) => [level, queued])).toEqual([...counts]);
  const delayed = list.filter(({ delayedAt }) => delayedAt > 0).length;
  expect(depths.reduce((sum, depth) => sum + depth.delayed, 0)).toBe(delayed);
}

type Step = typeof operations extends fc.Arbitrary<(infer T)[]> ? T : never;

interface Both {
  readonly queue: RequestQueue<Listed>;
  readonly list: readonly Listed[];
  readonly levels: number;
}

/** Does the same to the queue and the list; returns the list. */
function apply({ queue, list, levels }: Both, step: Step, order: number): Listed[] {
  if ("level" in step) {
    const level = levels === 0 ? 0 : 1 + (step.level % levels);
    const deadline = step.deadline === 20 ? Infinity : step.deadline;
    const request = { items: 1, shapeKey: "", priority: 0, queuedAt: 0 };
    const entry: Listed = { ...request, level, deadline, order, delayedAt: 0 };
    queue.push(entry, level, deadline);
    return [...list, entry].toSorted(byRank);
  }
  if ("take" in step) {
    queue.take(step.take);
    return list.slice(step.take);
  }
  const chosen = list[("remove" in step ? step.remove : step.delay) % Math.max(1, list.length)];
  if (chosen === undefined) return [...list];
  if ("remove" in step) {
    const removed = queue.remove(chosen) && !queue.remove(chosen);
    return !removed ? [...list] : list.filter((entry) => entry !== chosen);
  }
  if (chosen.delayedAt === 0) {
    queue.delay(chosen);
    chosen.delayedAt = order + 1;
  }
  return list.toSorted(byRank);
}

describe("the queue", () => {
  it.each([0, 3, 120])(
    "[SCHED-Q1] [SCHED-Q2] [SCHED-Q5] behaves like a sorted list, with %i levels",
    (levels) => {
      fc.assert(
        fc.property(operations, (steps) => {
          const queue = new RequestQueue<Listed>(levels);
          let list: Listed[] = [];
          for (const [order, step] of steps.entries()) {
            list = apply({ queue, list, levels }, step, order);
            expect(entriesOf(queue)).toEqual(list);
            checkFigures(queue, list);
          }
        }),
        { numRuns: 40 },
      );
    },
  );
});
