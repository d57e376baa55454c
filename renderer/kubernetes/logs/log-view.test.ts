import { expect, test } from "vitest";
import type { LogEntry } from "../../../main/contract/index.ts";
import { addEntries, listLines, type LogView, matchesIn, noLog } from "./log-view.ts";

const line = (text: string): LogEntry => ({ kind: "line", text });
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `line ${from + i}`);
const state = (name: LogView["state"], at: number, words = ""): LogEntry => ({
  kind: "state",
  state: name,
  words,
  at,
});
const reported = (entries: readonly LogEntry[], view = noLog) => addEntries(view, entries, 200);

test("[K8S-19] lines are added in order, and only the last block changes", () => {
  const first = reported([state("opening", 1), state("open", 2), ...numbered(0, 150).map(line)]);
  const second = reported(numbered(150, 180).map(line), first);
  expect(listLines(second)).toEqual(numbered(0, 180));
  expect(second.blocks.map((block) => [block.first, block.lines.length])).toEqual([
    [0, 100],
    [100, 80],
  ]);
  expect(second.blocks[0]).toBe(first.blocks[0]);
  expect(second).toMatchObject({ kept: 180, dropped: 0, state: "open", at: 2, reloadedAt: null });
});

test("[K8S-19] of more lines than are wanted the newest stay, and the others are counted", () => {
  let view = noLog;
  for (let at = 0; at < 10_000; at += 70) view = reported(numbered(at, at + 70).map(line), view);
  const lines = listLines(view);
  expect(view.kept).toBe(lines.length);
  expect(view.kept).toBeGreaterThanOrEqual(200);
  expect(view.kept).toBeLessThan(300);
  expect(view.kept + view.dropped).toBe(10_010);
  expect(lines.at(-1)).toBe("line 10009");
  expect(lines).toEqual(numbered(10_010 - view.kept, 10_010));
});

test("[K8S-19] lines that were left out on the way are reported where they are missing", () => {
  const view = reported([line("a"), { kind: "dropped", lines: 1 }, line("b")]);
  expect(listLines(view)).toEqual(["a", "… 1 line left out because they came too fast …", "b"]);
  expect(view).toMatchObject({ kept: 3, dropped: 1 });
});

test("[K8S-20] a log that is read again begins again, and says so", () => {
  const before = reported([state("opening", 1), state("open", 2), line("a")]);
  const reopened = reported([state("opening", 9)], before);
  expect(reopened).toMatchObject({ blocks: [], kept: 0, state: "opening", reloadedAt: 9 });
  expect(reported([state("open", 10), line("b")], reopened)).toMatchObject({
    state: "open",
    reloadedAt: 9,
  });
});

test("[K8S-20] what came stays when the log ends", () => {
  const view = reported([
    state("opening", 1),
    line("a"),
    state("ended", 3, "It ended."),
    line("b"),
  ]);
  expect(view).toMatchObject({ kept: 2, state: "ended", words: "It ended.", at: 3 });
});

test("[K8S-19] a text is found whatever its case, by the lines' numbers", () => {
  const view = reported([line("ERROR one"), line("two"), line("an error")]);
  expect(matchesIn(view, "error")).toEqual([0, 2]);
  expect(matchesIn(view, "")).toEqual([]);
  expect(matchesIn(view, "three")).toEqual([]);
});
