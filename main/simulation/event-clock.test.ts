import { describe, expect, it } from "vitest";
import { EventClock } from "./event-clock.ts";

/** Runs all timers; what ran, with its instant. */
function record(set: (clock: EventClock, note: (name: string) => () => void) => void) {
  const clock = new EventClock();
  const ran: [string, number][] = [];
  set(clock, (name) => () => ran.push([name, clock.now()]));
  while (clock.next < Infinity) clock.step();
  return ran;
}

describe("simulated time", () => {
  it("runs timers in the order of their instants, then of their setting", () => {
    const instants = Array.from({ length: 500 }, (_, i) => (i * 7919) % 97);
    const ran = record((clock, note) => {
      for (const [i, at] of instants.entries()) clock.setTimer(at, note(String(i)));
    });
    const expected = instants
      .map((at, i): [string, number] => [String(i), at])
      .sort(([a, x], [b, y]) => x - y || Number(a) - Number(b));
    expect(ran).toEqual(expected);
  });

  it("leaves out what was cancelled, and rounds delays up to whole ns", () => {
    const ran = record((clock, note) => {
      clock.setTimer(0.2, note("kept"));
      clock.setTimer(5, note("cancelled"))();
    });
    expect(ran).toEqual([["kept", 1]]);
  });

  it("runs deferred tasks at the same instant, also those that they defer", () => {
    const ran = record((clock, note) => {
      clock.setTimer(10, () => {
        clock.defer(() => {
          note("first")();
          clock.defer(note("second"));
        });
        note("timer")();
      });
      clock.setTimer(11, note("later"));
    });
    expect(ran).toEqual([
      ["timer", 10],
      ["first", 10],
      ["second", 10],
      ["later", 11],
    ]);
  });
});
