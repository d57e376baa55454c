import { afterEach, beforeEach, expect, it } from "vitest";
import { HostEvents } from "../../events/index.ts";
import { FakeDirectory, FakeServer } from "../../telemetry/testing/fake-server.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { reportStatus } from "./report-status.ts";
import { formatSpan } from "./format-span.ts";

const SILENT = "Can't reach h:1: connection refused.";
const EXPIRED = "TLS with h:1 failed: the server's certificate has expired.";

let clock: ManualClock;
let events: HostEvents;
let server: FakeServer;
let directory: FakeDirectory;
let reporting: Disposable;

beforeEach(() => {
  clock = new ManualClock();
  events = new HostEvents(() => clock.now());
  server = new FakeServer("a");
  server.become({ state: "starting" });
  directory = new FakeDirectory([server]);
  reporting = reportStatus(directory, { events, clock, concerns: (id) => id !== "own" });
});
afterEach(() => reporting[Symbol.dispose]());

const reported = () => events.list().map(({ level, message }) => `${level}: ${message}`);
const lost = (nextTry: number) => server.become({ state: "stale", reason: SILENT, nextTry });

it("[EVENT-1] [EVENT-2] reports each change once, with its reason and how long it lasted", async () => {
  server.become({ state: "live" });
  await clock.advance(3_600_000 + 120_000);
  lost(1);
  lost(2);
  await clock.advance(65_000);
  lost(3);
  server.become({ state: "live", reason: null, nextTry: null });
  server.become({ state: "live" });
  expect(reported()).toEqual([
    "info: A answers.",
    `warning: A was lost, having answered for 1 h 2 min: ${SILENT}`,
    "info: A answers again after 1 min 5 s.",
  ]);
  const mark = { kind: "connection", serverId: "a" };
  expect(events.list()).toMatchObject([{ mark }, { mark }, { mark }]);
});

it("[EVENT-3] reports denied access as an error, and alternating reasons once each", async () => {
  lost(1);
  await clock.advance(4000);
  for (let turn = 0; turn < 3; turn++) {
    server.become({ state: "failed", reason: EXPIRED });
    lost(2);
  }
  server.become({ state: "failed", reason: "h:1 responds with HTTP 401." });
  server.become({ state: "live", reason: null });
  expect(reported()).toEqual([
    `warning: A does not answer: ${SILENT}`,
    `error: A can't be used, and has not answered for 4 s: ${EXPIRED}`,
    "error: A can't be used, and has not answered for 4 s: h:1 responds with HTTP 401.",
    "info: A answers after 4 s.",
  ]);
});

it("[EVENT-4] starts over with another connection", () => {
  server.become({ state: "live" });
  lost(1);
  server.become({ state: "starting", reason: null });
  server.become({ state: "live" });
  lost(1);
  expect(reported().slice(2)).toEqual([
    "info: A answers.",
    `warning: A was lost, having answered for 0 s: ${SILENT}`,
  ]);
});

it("[EVENT-5] reports servers that are added, and stops for those that are removed", () => {
  const [added, own] = [new FakeServer("b"), new FakeServer("own")];
  directory.set([server, added, own]);
  expect(reported()).toEqual(["info: B answers."]);
  directory.set([server, own]);
  added.become({ state: "stale", reason: SILENT });
  own.become({ state: "stale", reason: SILENT });
  expect(reported()).toHaveLength(1);
});

it.each([
  [400, "0 s"],
  [59_000, "59 s"],
  [240_000, "4 min"],
  [90_061_000, "1 day 1 h"],
  [2 * 86_400_000, "2 days"],
])("[EVENT-2] %d ms are %s", (ms, words) => {
  expect(formatSpan(ms)).toBe(words);
});
