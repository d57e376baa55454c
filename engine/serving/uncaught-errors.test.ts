import { expect, test } from "vitest";
import { uncaughtErrors } from "./uncaught-errors.ts";

function setUp() {
  const clock = { now: 0 };
  const lines: string[] = [];
  const sent: unknown[] = [];
  const io = { err: (line: string) => lines.push(line), send: (it: unknown) => sent.push(it) };
  return { clock, lines, sent, report: uncaughtErrors(io, () => clock.now) };
}

function failure(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at f (/opt/b/engine/scheduling/queue.ts:1:2)`;
  return error;
}

test("[FAULT-2] the same uncaught error is logged and reported once in ten minutes", () => {
  const { clock, lines, sent, report } = setUp();
  for (let i = 0; i < 1000; i++) report(failure("no queue"), true);
  report(failure("no batch"), true);
  expect(sent).toEqual([
    { type: "fault", part: "scheduling", message: "no queue" },
    { type: "fault", part: "scheduling", message: "no batch" },
  ]);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("uncaught error in scheduling: Error: no queue\\n    at f");
  clock.now += 10 * 60_000;
  report(failure("no queue"), true);
  expect(sent).toHaveLength(3);
});

test("[SUPERVISE-2] before the engine serves, the error is logged and not sent to the parent", () => {
  const { lines, sent, report } = setUp();
  report("text", false);
  expect(lines[0]).toContain("uncaught error in the engine: text");
  expect(sent).toEqual([]);
});
