import { expect, test } from "vitest";
import { Board } from "./board.ts";
import type { Found, ModelRule, Verdict } from "./rule.ts";

const rule: ModelRule = { id: "B6", title: "A title", severity: "warning", judge: () => "fine" };
const found: Found = { symptom: "Seen.", evidence: [], remedies: [] };

function boardWith(seconds: readonly Verdict[]): { board: Board; at: (t: number) => string[] } {
  const board = new Board("s");
  const received: string[][] = [];
  seconds.forEach((verdict, second) => {
    const t = second * 1000;
    board.judge(t, { rule, model: "m", verdict, from: t - 15_000, to: t });
    received.push(board.findings.map(({ id }) => id));
  });
  return { board, at: (second) => received[second] ?? [] };
}

const times = (count: number, verdict: Verdict) => Array.from({ length: count }, () => verdict);

test("[ADVISOR-4] reports a finding that lasts 3 s", () => {
  const { at } = boardWith(times(5, found));
  expect([0, 1, 2].map(at)).toEqual([[], [], []]);
  expect(at(3)).toEqual(["s/B6/m"]);
});

test("[ADVISOR-4] never reports one that comes and goes", () => {
  const { board } = boardWith([found, found, "fine", found, found, "fine", found]);
  expect(board.findings).toEqual([]);
});

test("[ADVISOR-5] withdraws it after 8 s without the problem, and not before", () => {
  const { at } = boardWith([...times(4, found), ...times(9, "fine")]);
  expect(at(11)).toEqual(["s/B6/m"]);
  expect(at(12)).toEqual([]);
});

test("[ADVISOR-5] restarts the 8 s after a relapse, keeping its first moment", () => {
  const { board } = boardWith([
    ...times(4, found),
    ...times(7, "fine"),
    found,
    ...times(7, "fine"),
  ]);
  expect(board.findings).toMatchObject([{ since: 3000, to: 11_000 }]);
});

test("[ADVISOR-6] keeps it for ten minutes without traffic, marked as not current", () => {
  const { board } = boardWith([...times(4, found), "unknown"]);
  expect(board.findings).toMatchObject([{ current: false }]);
  board.judge(10 * 60_000 + 3000, { rule, model: "m", verdict: "unknown", from: 0, to: 0 });
  expect(board.findings).toEqual([]);
});

test("[ADVISOR-7] drops findings of a model that was reloaded", () => {
  const { board } = boardWith(times(4, found));
  board.forget((model) => model === "other");
  expect(board.findings).toHaveLength(1);
  board.forget((model) => model === "m");
  expect(board.findings).toEqual([]);
});

test("sorts errors first, then by age", () => {
  const board = new Board("s");
  const judge = (t: number, id: string, severity: ModelRule["severity"]) =>
    board.judge(t, { rule: { ...rule, id, severity }, model: "m", verdict: found, from: 0, to: t });
  for (const t of [0, 3000]) judge(t, "A1", "info");
  for (const t of [1000, 4000]) judge(t, "A2", "warning");
  for (const t of [0, 3000]) judge(t, "A3", "warning");
  for (const t of [2000, 5000]) judge(t, "A4", "error");
  expect(board.findings.map((each) => each.rule)).toEqual(["A4", "A3", "A2", "A1"]);
});

test("[ADVISOR-8] follows no more than 500", () => {
  const board = new Board("s");
  for (const t of [0, 3000])
    for (let i = 0; i < 600; i++)
      board.judge(t, { rule, model: `m${i}`, verdict: found, from: 0, to: t });
  expect(board.findings).toHaveLength(500);
});
