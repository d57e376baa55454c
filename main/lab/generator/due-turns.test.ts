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
      for (const at of all) {
        if (at !== null) {
          turns.add({ at, kind: 0, slot: new Slot() });
          waiting.push(at);
        } else {
          waiting.sort((a, b) => a - b);
          expect(turns.take()?.at).toBe(waiting.shift());
        }
        expect(turns.next).toBe(Math.min(...waiting));
      }
    }),
  );
});
