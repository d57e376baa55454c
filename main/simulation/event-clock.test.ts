import { describe, expect, it } from "vitest";
import { EventClock } from "./event-clock.ts";

/** Runs all timers; returns what ran, with its instant. */
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

  it("reuses timers that ran, in the same order as others", () => {
    const ran = record((clock, note) => {
      for (const at of [5, 1, 3]) {
        clock.schedule(at, () => {
          note(`first ${at}`)();
          clock.schedule(2, note(`then ${at}`));
        });
      }
      clock.setTimer(3, note("other"));
    });
    expect(ran).toEqual([
      ["first 1", 1],
      ["first 3", 3],
      ["other", 3],
      ["then 1", 3],
      ["first 5", 5],
      ["then 3", 5],
      ["then 5", 7],
    ]);
  });

  it("skips cancelled timers, and rounds delays up to whole ns", () => {
    const ran = record((clock, note) => {
      clock.setTimer(0.2, note("kept"));
      clock.setTimer(5, note("cancelled"))();
    });
    expect(ran).toEqual([["kept", 1]]);
  });

  it("runs deferred tasks once, after all timers of the instant", () => {
    const ran = record((clock, note) => {
      clock.setTimer(10, () => clock.defer(note("deferred")));
      clock.setTimer(10, () => clock.schedule(0, note("set meanwhile")));
      clock.setTimer(10, note("last"));
    });
    expect(ran).toEqual([
      ["last", 10],
      ["deferred", 10],
      ["set meanwhile", 10],
    ]);
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
