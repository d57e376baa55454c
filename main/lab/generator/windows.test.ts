import { describe, expect, it } from "vitest";
import { outcomeNumber, SUCCESS } from "./outcome.ts";
import { RequestLog } from "./request-log.ts";
import { Windows } from "./windows.ts";

const FAILED = outcomeNumber("failed");

function logOf(rows: readonly (readonly [at: number, outcome: number, response: number])[]) {
  const log = new RequestLog();
  for (const [at, outcome, response] of rows) {
    const row = log.add(at);
    if (outcome !== 0) log.end(row, outcome, response, response);
  }
  return log;
}

describe("windows", () => {
  it("[LAB-GEN-23] contain requests scheduled in them, and begin with the span", () => {
    const log = logOf([
      [1000, SUCCESS, 1500],
      [1999, FAILED, 0],
      [2000, SUCCESS, 200_000],
      [3400, SUCCESS, 1],
    ]);
    const windows = new Windows({ log, sends: null, from: 1000, origin: 1000 }, 1);
    windows.update(3500);
    expect(windows.all).toMatchObject([
      { from: 0, seconds: 1, sent: 2, successes: 1, failures: 1, max: 1.5, cells: [[31, 1]] },
      { from: 1, seconds: 1, sent: 1, successes: 1, failures: 0, max: 200, cells: [[53, 1]] },
      { from: 2, seconds: 0.5, sent: 1, successes: 1, failures: 0, max: 0.001, cells: [[0, 1]] },
    ]);
  });

  it("[LAB-GEN-23] merge a remainder shorter than half of one into the last", () => {
    const log = logOf([
      [500, SUCCESS, 1],
      [1500, SUCCESS, 1],
      [2001, SUCCESS, 1],
    ]);
    const windows = new Windows({ log, sends: null, from: 0, origin: 0 }, 1);
    windows.update(2001);
    expect(windows.settled).toBe(1);
    expect(windows.all).toMatchObject([
      { from: 0, seconds: 1, successes: 1 },
      { from: 1, seconds: 1.001, successes: 2 },
    ]);
    windows.update(2500);
    expect(windows.all.map(({ seconds, successes }) => [seconds, successes])).toEqual([
      [1, 1],
      [1, 1],
      [0.5, 1],
    ]);
  });

  it("[LAB-GEN-23] of the warm-up end at the start of the span", () => {
    const log = logOf([
      [100, SUCCESS, 1],
      [650, SUCCESS, 1],
      [2600, SUCCESS, 1],
    ]);
    const windows = new Windows({ log, sends: null, from: 100, origin: 2650 }, 1);
    windows.update(2650);
    const shown = windows.all.map(({ from, seconds, sent }) => [from, seconds, sent]);
    expect(shown).toEqual([
      [-2.55, 0.55, 1],
      [-2, 1, 1],
      [-1, 1, 1],
    ]);
  });

  it("[LAB-GEN-23] count sends separately if rows are in order of ends", () => {
    const log = logOf([[900, SUCCESS, 1]]);
    const sends = logOf([
      [100, 0, 0],
      [200, 0, 0],
      [1100, 0, 0],
    ]);
    const windows = new Windows({ log, sends, from: 0, origin: 0 }, 1);
    windows.update(2000);
    expect(windows.all.map(({ sent, successes }) => [sent, successes])).toEqual([
      [2, 1],
      [1, 0],
    ]);
  });

  it("[LAB-GEN-22] have a percentile only if the sample reaches beyond it", () => {
    const rows = Array.from({ length: 459 }, (_, i) => [i, SUCCESS, (i + 1) * 1000] as const);
    const all = new Windows({ log: logOf(rows), sends: null, from: 0, origin: 0 }, 1);
    all.update(1000);
    expect(all.all[0]).toMatchObject({ p50: 230, p99: 455, max: 459 });
    const fewer = new Windows({ log: logOf(rows.slice(1)), sends: null, from: 0, origin: 0 }, 1);
    fewer.update(1000);
    expect(fewer.all[0]?.p99).toBeNull();
  });

  it("[LAB-GEN-27] are final once they are over and everything scheduled in them has ended", () => {
    const log = logOf([
      [100, SUCCESS, 1],
      [1100, 0, 0],
      [2100, SUCCESS, 1],
    ]);
    const windows = new Windows({ log, sends: null, from: 0, origin: 0 }, 1);
    windows.update(2500);
    expect([windows.settled, windows.all.length]).toEqual([1, 3]);
    log.end(1, FAILED, 5000, 5000);
    windows.update(3500);
    expect([windows.settled, windows.all.length]).toEqual([3, 4]);
    expect(windows.all.map(({ failures }) => failures)).toEqual([0, 1, 0, 0]);
  });
});

describe("the log", () => {
  it("[LAB-GEN-26] reuses the chunks of one that was freed", () => {
    const first = new RequestLog();
    for (let i = 0; i < 70_000; i++) first.end(first.add(i), SUCCESS, i, i);
    expect([first.rows, first.at(69_999), first.response(65_536)]).toEqual([
      70_000, 69_999, 65_536,
    ]);
    first.free();
    const next = new RequestLog();
    next.add(5);
    expect([next.rows, next.at(0), next.outcome(0)]).toEqual([1, 5, 0]);
  });
});
