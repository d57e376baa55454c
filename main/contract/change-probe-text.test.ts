import { expect, test } from "vitest";
import { describeProbe } from "./change-probe-text.ts";
import {
  type ChangeProbe,
  changeProbe,
  type ConnectionCounts,
  type ConnectionLoss,
} from "./change-probes.ts";

const NONE: ConnectionCounts = {
  sent: 20,
  failed: 0,
  lost: 0,
  late: 0,
  losses: [],
  sentAgain: 0,
};

function probed(fresh: Partial<ConnectionCounts>, kept: Partial<ConnectionCounts>): string {
  const both = { fresh: { ...NONE, ...fresh }, kept: { ...NONE, ...kept, reopened: 0 } };
  const sum = (of: "sent" | "failed" | "lost" | "late") => both.fresh[of] + both.kept[of];
  const counts = {
    sent: sum("sent"),
    failed: sum("failed"),
    lost: sum("lost"),
    late: sum("late"),
    longestGapMs: null,
    firstFailure: "",
    byConnection: both,
  };
  return describeProbe({ state: "done", reason: "", counts } as unknown as ChangeProbe);
}

const lost = (count: number, how: ConnectionLoss) => ({
  lost: count,
  losses: [{ how, count }],
});

test.each<[Partial<ConnectionCounts>, Partial<ConnectionCounts>, string]>([
  [{}, {}, "40 requests, none failed, none late."],
  [
    {},
    lost(12, "closedWithoutGoaway"),
    "All 12 lost requests were on the kept connection: the server closed it without GOAWAY; clients that reuse connections see this.",
  ],
  [
    lost(1, "refused"),
    { late: 3 },
    "The lost request was on a new connection: no connection could be opened; clients that reuse connections don't see this.",
  ],
  [
    lost(2, "refused"),
    {
      lost: 3,
      losses: [
        { how: "closed", count: 1 },
        { how: "refused", count: 2 },
      ],
    },
    "Of 5 lost requests 3 on the kept connection (2 times no connection could be opened, once the server closed it without a response), 2 on new ones (no connection could be opened).",
  ],
  [
    {},
    { failed: 1 },
    "The failed request was on the kept connection; clients that reuse connections see this.",
  ],
  [{ late: 2 }, { late: 1 }, "Of 3 late requests 1 on the kept connection, 2 on new ones."],
])(
  "PROBE-2: the result says which kind of connection lost something, and how",
  (fresh, kept, sentence) => {
    expect(probed(fresh, kept)).toContain(sentence);
  },
);

test.each<[Partial<ConnectionCounts>, Partial<ConnectionCounts>, string]>([
  [
    {},
    { sentAgain: 1 },
    "40 requests, none failed, none late. The server refused 1 request on the kept connection before processing it. It was sent again once, as gRPC clients do.",
  ],
  [
    { sentAgain: 2 },
    { sentAgain: 1, ...lost(1, "goaway") },
    "40 requests, 1 lost, none late. The server refused 3 requests before processing them. Each was sent again once, as gRPC clients do. The lost request was on the kept connection: the server refused it with GOAWAY before processing it;",
  ],
])("PROBE-12: the result says what was sent again", (fresh, kept, sentences) => {
  expect(probed(fresh, kept)).toContain(sentences);
});

test("PROBE-9: probes that were kept before connections were counted by kind are read", () => {
  const counts = { sent: 1, ok: 1, failed: 0, lost: 0, late: 0, longestGapMs: 1, slowestMs: 1 };
  const stored = {
    id: 1,
    serverId: "s",
    model: "m",
    change: { kind: "apply", revisionId: null, rolloutId: null },
    state: "done",
    reason: "",
    rate: 20,
    lateMs: 100,
    startedAt: 0,
    endedAt: 1,
    counts: { ...counts, sendDelayMs: 0, firstFailure: "" },
    changeSucceeded: true,
    events: [],
  };
  expect(changeProbe.parse(stored).counts.byConnection).toBeNull();
});
