import fc from "fast-check";
import { expect, it } from "vitest";
import { Slot } from "../schedule/index.ts";
import { DueTurns } from "./due-turns.ts";

it("gives the turns back in order of their instants, whatever is added in between", () => {
  const operations = fc.array(fc.option(fc.integer({ min: 0, max: 50 }), { nil: null }));
  fc.assert(
    fc.property(operations, (all) => {
      const turns = new DueTurns();
      const waiting: number[] = [];
      const seen: unknown[] = [];
      const expected: unknown[] = [];
      for (const at of all) {
        if (at !== null) {
          turns.add({ at, kind: 0, slot: new Slot() });
          waiting.push(at);
        } else {
          waiting.sort((a, b) => a - b);
          seen.push(turns.take()?.at);
          expected.push(waiting.shift());
        }
        seen.push(turns.next);
        expected.push(Math.min(...waiting));
      }
      expect(seen).toEqual(expected);
    }),
  );
});
