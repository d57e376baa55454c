import { expect, test } from "vitest";
import { wordFaults } from "./check-words.ts";

test.each([
  ["  // The counters begin anew.", '"anew"'],
  ['  label: "Roll-outs",', '"Roll-outs"'],
  ["Nobody answers there.", '"Nobody"'],
  ["const reason = whyGone(server);", '"whyGone("'],
  ["  const json = jsonOf(text);", '"jsonOf("'],
  ["  label: loadWords(plan.load),", '"loadWords"'],
])("rejects %s", (line, found) => {
  const [fault, ...more] = wordFaults("main/a.ts", `\n${line}`);
  expect(fault).toContain(`main/a.ts:2  ${found}: use `);
  expect(more).toEqual([]);
});

test.each(["renderer/fleets/words.ts", "main/sizes/trial-of.ts", "main/lab/truth-server.ts"])(
  "rejects the file name %s",
  (file) => {
    expect(wordFaults(file, "")).toHaveLength(1);
  },
);

test.each([
  "reports a renewed session",
  "why: string",
  "amend the commit",
  "rollout",
  "sizeOf(x)",
  "drawWords(9, random)",
  "const COMMON_WORDS = []",
])("accepts %s", (line) => {
  expect(wordFaults("main/keywords.ts", line)).toEqual([]);
});

test("accepts a word where it is data", () => {
  expect(wordFaults("main/fleets/fleet-store.ts", 'name: "roll-outs"')).toEqual([]);
});
