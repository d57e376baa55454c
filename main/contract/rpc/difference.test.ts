import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GridCell, GridFrame, GridReplica } from "../fleets.ts";
import { applyDifference, difference } from "./difference.ts";

const plain = { numRuns: 300 };

/** As it goes over a socket. */
const carried = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const figure = fc.option(fc.nat(50).map((value) => value / 4));
const cell: fc.Arbitrary<GridCell | null> = fc.option(
  fc.record({
    state: fc.constantFrom("ready", "loading", "unavailable"),
    reason: fc.option(fc.constantFrom("out of memory", "")),
    versions: fc.array(fc.constantFrom("1", "2"), { maxLength: 2 }),
    configuration: fc.option(fc.nat(2)),
    value: figure,
  }),
);
const replica = (models: number): fc.Arbitrary<GridReplica> =>
  fc
    .record({
      key: fc.constantFrom("a:8001", "b:8001", "c:8001"),
      state: fc.constantFrom("live", "stale"),
      since: fc.nat(3),
      restartedAt: fc.option(fc.nat(3)),
      cells: fc.array(cell, { minLength: models, maxLength: models }),
      total: figure,
    })
    .map((row) => ({
      ...row,
      serverId: `fleet-1/${row.key}`,
      name: row.key,
      address: row.key,
      note: "",
      trouble: "",
      reason: null,
      version: null,
      restarts: row.restartedAt ?? 0,
    }));
const frame: fc.Arbitrary<GridFrame> = fc.integer({ min: 0, max: 3 }).chain((models) =>
  fc.record({
    fleetId: fc.constant(1),
    t: fc.nat(5),
    name: fc.constantFrom("Pair", "Renamed"),
    problem: fc.option(fc.constant("no such host")),
    leftOut: fc.nat(1),
    figure: fc.constantFrom("requestsPerSecond", "waiting"),
    provenance: fc.constantFrom("exact", "unavailable"),
    hint: fc.option(fc.constant("turn it on")),
    models: fc.constant(["ranker", "mlp", "cnn"].slice(0, models)),
    replicas: fc.array(replica(models), { maxLength: 4 }),
    totals: fc.array(figure, { minLength: models, maxLength: models }),
    total: figure,
  }),
);

function changed<T>(before: T, after: T): T {
  const change = difference(before, after);
  return change === null ? before : (applyDifference(before, carried(change)) as T);
}

describe("a difference", () => {
  it("leads from any frame of a grid to any other", () => {
    fc.assert(
      fc.property(frame, frame, (before, after) => {
        expect(changed(before, after)).toEqual(after);
      }),
      plain,
    );
  });

  it("leads through a chain of frames", () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 6 }), (frames) => {
        expect(frames.reduce(changed)).toEqual(frames.at(-1));
      }),
      plain,
    );
  });

  it("leads from any JSON to any other, whatever its keys are called", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [before, after] = [carried(one), carried(other)];
        expect(changed(before, after)).toStrictEqual(after);
        expect(Object.getPrototypeOf(changed<unknown>({}, { x: after }))).toBe(Object.prototype);
      }),
      plain,
    );
    const odd = JSON.parse('{"__proto__":{"length":[1]},"0":[]}') as object;
    expect(Object.keys(changed({}, odd))).toEqual(["0", "__proto__"]);
  });

  it("is null of equal values, and leaves the value before as it was", () => {
    fc.assert(
      fc.property(frame, frame, (before, after) => {
        const kept = carried(before);
        expect(difference(before, kept)).toBeNull();
        changed(before, after);
        expect(before).toEqual(kept);
      }),
      plain,
    );
  });

  it("names what changed alone, and keeps the rest the same objects", () => {
    const row = (name: string, value: number) => ({
      name,
      cells: [{ value, versions: ["1"] }, null],
    });
    const before = { t: 1, replicas: [row("a", 1), row("b", 2)], gone: true };
    const after = { t: 2, replicas: [row("a", 1), row("b", 3)] };
    const change = difference(before, after);
    expect(change).toEqual({
      t: [2],
      replicas: { "1": { cells: { "0": { value: [3] } } } },
      gone: [],
    });
    const next = changed(before, after as typeof before);
    expect(next.replicas[0]).toBe(before.replicas[0]);
    expect(next.replicas[1]?.cells[0]?.versions).toBe(before.replicas[1]?.cells[0]?.versions);
    expect(next).not.toHaveProperty("gone");
  });

  it("takes what is undefined for absent, as JSON does", () => {
    expect(difference({ a: undefined }, {})).toBeNull();
    expect(difference({ a: 1, b: 1 }, { a: undefined, b: 1 })).toEqual({ a: [] });
    expect(difference({}, { a: undefined })).toBeNull();
  });

  it("replaces a list that grew, and what is of another kind", () => {
    expect(difference({ a: [1] }, { a: [1, 2] })).toEqual({ a: [[1, 2]] });
    expect(difference({ a: [1] }, { a: { 0: 1 } })).toEqual({ a: [{ 0: 1 }] });
    expect(difference({ a: null }, { a: {} })).toEqual({ a: [{}] });
    expect(difference(1, 1)).toBeNull();
  });
});
