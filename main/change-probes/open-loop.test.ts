import { expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { OpenLoop } from "./open-loop.ts";
import type { ProbeOutcome } from "./tally.ts";

function setUp(rate = 20) {
  const clock = new ManualClock();
  const open: ((outcome: ProbeOutcome) => void)[] = [];
  const loop = new OpenLoop({
    rate,
    clock,
    sender: {
      send: () => new Promise((resolve) => open.push(resolve)),
      reopened: 0,
      [Symbol.dispose]: () => {},
    },
    changed: () => {},
  });
  const end = async (outcome: ProbeOutcome = { kind: "ok" }) => {
    open.shift()?.(outcome);
    await clock.advance(0);
  };
  return { clock, loop, open, end };
}

test("PROBE-1: requests are sent on schedule although none is answered", async () => {
  const { clock, loop } = setUp();
  for (let i = 0; i < 20; i++) await clock.advance(50);
  expect(loop.counts).toMatchObject({ sent: 21, ok: 0, longestGapMs: null, slowestMs: null });
});

test("PROBE-1: what a delay of the console made due is sent at once and timed from when it was due", async () => {
  const { clock, loop, end } = setUp();
  await end();
  await clock.advance(200);
  expect(loop.counts).toMatchObject({ sent: 5, sendDelayMs: 150 });
  await end();
  expect(loop.counts.slowestMs).toBe(150);
});

test("PROBE-3, PROBE-5: failed, lost and late requests and the longest gap are counted", async () => {
  const { clock, loop, end } = setUp();
  await end();
  loop.setLateMs(100);
  await clock.advance(50);
  await end({ kind: "failed", message: "INTERNAL: no" });
  await clock.advance(50);
  await end({ kind: "lost", message: "refused", how: "refused" });
  await clock.advance(50);
  await clock.advance(140);
  await end();
  const stopped = loop.stop();
  for (let i = 0; i < 4; i++) await end();
  await stopped;
  expect(loop.counts).toMatchObject({
    failed: 1,
    lost: 1,
    late: 1,
    longestGapMs: 290,
    firstFailure: "INTERNAL: no",
  });
});

test("PROBE-2: requests go in turn over the kept and over new connections, and are counted apart", async () => {
  const { clock, loop, end } = setUp();
  loop.setLateMs(100);
  await end();
  await clock.advance(50);
  await end({ kind: "failed", message: "INTERNAL: no" });
  await clock.advance(50);
  await end({ kind: "lost", message: "reset", how: "reset" });
  await clock.advance(150);
  await end();
  expect(loop.counts).toMatchObject({
    byConnection: {
      fresh: { sent: 3, failed: 1, lost: 0, late: 0, losses: [] },
      kept: {
        sent: 3,
        failed: 0,
        lost: 1,
        late: 0,
        losses: [{ how: "reset", count: 1 }],
        reopened: 0,
      },
    },
  });
});

test("PROBE-12: requests that were sent again are counted by kind, and only their second end counts", async () => {
  const { clock, loop, end } = setUp();
  await end({ kind: "ok", sentAgain: true });
  await clock.advance(50);
  await end({ kind: "lost", message: "refused", how: "goaway", sentAgain: true });
  expect(loop.counts).toMatchObject({
    sent: 2,
    ok: 1,
    lost: 1,
    byConnection: { kept: { sentAgain: 1, lost: 0 }, fresh: { sentAgain: 1, lost: 1 } },
  });
});

test("PROBE-5: silence at the end is a gap, but waiting for the last responses isn't", async () => {
  const { clock, loop, end } = setUp();
  await end();
  await clock.advance(300);
  const stopped = loop.stop();
  await clock.advance(2000);
  expect(loop.counts.longestGapMs).toBe(300);
  for (let i = 0; i < 6; i++) await end({ kind: "lost", message: "No answer", how: "silent" });
  await stopped;
  expect(loop.counts).toMatchObject({ sent: 7, ok: 1, lost: 6, longestGapMs: 300 });
});
