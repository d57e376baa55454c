import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type PlannedKind, type PlannedRequest, RequestPlan, Slot } from "./index.ts";

const kind = (more: Partial<PlannedKind> = {}): PlannedKind => ({
  weight: 1,
  picker: (random) => () => Math.floor(random() * 10),
  sequence: null,
  streams: null,
  ...more,
});

function take(plan: RequestPlan, count: number, slot = new Slot()): PlannedRequest[] {
  return Array.from({ length: count }, () => plan.next(slot));
}

const digest = (requests: readonly PlannedRequest[]) =>
  createHash("sha256").update(JSON.stringify(requests)).digest("hex");

/** Splits a slot's requests where sequences start. */
function sequences(requests: readonly PlannedRequest[]): PlannedRequest[][] {
  const all: PlannedRequest[][] = [];
  for (const request of requests) {
    if (request.sequence?.start) all.push([]);
    all.at(-1)?.push(request);
  }
  return all.slice(0, -1);
}

describe("a request plan", () => {
  it("is the same for the same seed", () => {
    const kinds = [kind(), kind({ weight: 3, sequence: { shortest: 1, longest: 4 } })];
    const first = digest(take(new RequestPlan(kinds, 5), 1000));
    expect(digest(take(new RequestPlan(kinds, 5), 1000))).toBe(first);
    expect(digest(take(new RequestPlan(kinds, 6), 1000))).not.toBe(first);
  });

  it("[LAB-SCHEDULE-20] draws kinds in proportion to their weights", () => {
    const kinds = [kind({ weight: 1 }), kind({ weight: 2 }), kind({ weight: 7 })];
    const counts = [0, 0, 0];
    for (const request of take(new RequestPlan(kinds, 1), 100_000)) {
      counts[request.kind] = (counts[request.kind] ?? 0) + 1;
    }
    expect(counts.map((count) => Math.round(count / 1000))).toEqual([10, 20, 70]);
  });

  it("[LAB-SCHEDULE-21] follows the picker", () => {
    let turn = 0;
    const kinds = [kind({ picker: () => () => turn++ % 3 })];
    const inputs = take(new RequestPlan(kinds, 1), 5).map(({ input }) => input);
    expect(inputs).toEqual([0, 1, 2, 0, 1]);
  });

  it("[LAB-SCHEDULE-22] makes sequences of every length between the two, each with its own id", () => {
    const plan = new RequestPlan([kind({ sequence: { shortest: 1, longest: 4 } })], 1);
    const all = sequences(take(plan, 4000));
    expect(new Set(all.map(({ length }) => length))).toEqual(new Set([1, 2, 3, 4]));
    const ids = all.map((sequence) => new Set(sequence.map((request) => request.sequence?.id)));
    expect(ids.every(({ size }) => size === 1)).toBe(true);
    expect(new Set(ids.flatMap((each) => [...each])).size).toBe(all.length);
    for (const sequence of all) {
      const ends = sequence.map((request) => request.sequence?.end);
      expect(ends).toEqual(sequence.map((_, i) => i === sequence.length - 1));
    }
  });

  it("[LAB-SCHEDULE-23] sends recorded streams from start to end", () => {
    const streams = [[4, 5, 6], [7]];
    let turn = 0;
    const picker = () => () => turn++ % 2;
    const recorded = kind({ sequence: { shortest: 9, longest: 9 }, streams, picker });
    const all = sequences(take(new RequestPlan([recorded], 1), 9));
    expect(all.map((sequence) => sequence.map(({ input }) => input))).toEqual([
      [4, 5, 6],
      [7],
      [4, 5, 6],
      [7],
    ]);
  });

  it("[LAB-SCHEDULE-24] continues a slot's sequence before another kind's turn", () => {
    const kinds = [kind(), kind({ sequence: { shortest: 3, longest: 3 } })];
    const plan = new RequestPlan(kinds, 1);
    const [one, other] = [new Slot(), new Slot()];
    const requests = Array.from({ length: 300 }, () => [plan.next(one), plan.next(other)]);
    for (const place of [0, 1]) {
      const mine = requests.map((pair) => pair[place] as PlannedRequest);
      const unfinished = mine
        .slice(0, -1)
        .flatMap(({ sequence }, i) =>
          sequence && !sequence.end ? [[sequence.id, mine[i + 1]?.sequence?.id]] : [],
        );
      expect(unfinished.length).toBeGreaterThan(100);
      expect(unfinished.every(([id, next]) => id === next)).toBe(true);
    }
  });

  it("[LAB-SCHEDULE-26] sends conversations turn by turn, and drops them without a request", () => {
    let next = 0;
    const kinds = [kind({ picker: () => () => next++, turns: (input) => input + 1 })];
    const plan = new RequestPlan(kinds, 1);
    const slot = new Slot();
    const requests = take(plan, 4, slot);
    expect(requests.map(({ input, turn }) => [input, turn?.index, turn?.isLast])).toEqual([
      [0, 0, true],
      [1, 0, false],
      [1, 1, true],
      [2, 0, false],
    ]);
    const ids = requests.map(({ turn }) => turn?.conversation);
    expect(new Set(ids).size).toBe(3);
    expect(ids[1]).toBe(ids[2]);
    expect(requests.every(({ sequence }) => sequence === null)).toBe(true);
    expect(plan.last(slot)).toBeNull();
    expect(plan.next(slot)).toMatchObject({ input: 3, turn: { index: 0 } });
  });

  it("[LAB-SCHEDULE-25] keeps the ids of different seeds distinct", () => {
    const kinds = [kind({ sequence: { shortest: 1, longest: 1 } })];
    const first = (seed: number) => take(new RequestPlan(kinds, seed), 1)[0]?.sequence?.id ?? 0;
    const ids = Array.from({ length: 50 }, (_, seed) => first(seed - 25));
    expect(new Set(ids).size).toBe(50);
    expect(ids.every((id) => id >= 1 && Number.isSafeInteger(id))).toBe(true);
  });
});
