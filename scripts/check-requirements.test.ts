import { expect, test } from "vitest";
import { requirementFaults } from "./check-requirements.ts";

const SPEC = {
  file: "engine/scheduling/SPEC.md",
  text: "- **SCHED-B6** When the oldest\n- **SCHED-Q1**, **SCHED-Q2** A request\n",
};
const VALIDITY = { file: "main/lab/validity/SPEC.md", text: "- **V1** Late sends\n" };
const ADVICE = { file: "docs/rules/B1-preferred-batch-size.md", text: "# B1. Preferred sizes\n" };

test("accepts ids that are defined once and quoted as they are", () => {
  const quotes = {
    file: "engine/a.test.ts",
    text: 'it("[SCHED-B6] [SCHED-Q1] waits", run);\n// As by V1 and lint rule B1 (rules SCHED-Q1 to SCHED-Q2), in UTF-8.\n',
  };
  expect(requirementFaults([SPEC, VALIDITY, ADVICE, quotes])).toEqual([]);
});

test("rejects a second definition, naming both places", () => {
  const other = { file: "main/lab/SPEC.md", text: "# Lab\n\n- **SCHED-Q2** Another\n" };
  expect(requirementFaults([SPEC, other])).toEqual([
    "main/lab/SPEC.md:3  SCHED-Q2 is defined in engine/scheduling/SPEC.md:2 already",
  ]);
});

test.each([
  ["a test", 'it("[SCHED-B7] waits", run);'],
  ["a comment", "// The delay (SCHED-B7)."],
  ["a table of tests", '  "[SCHED-B6] [SCHED-B7] waits",'],
])("rejects an id that %s quotes and no SPEC.md defines", (_, line) => {
  expect(requirementFaults([SPEC, { file: "engine/a.test.ts", text: `\n${line}` }])).toEqual([
    "engine/a.test.ts:2  SCHED-B7 is defined in no SPEC.md",
  ]);
});

test.each([
  'it("[B6] waits", run);',
  'test.each(cases)("[SCHED-B6][B6] %s", run);',
  "/** Waits (rule B6). */",
])("rejects ids without an area: %s", (line) => {
  expect(requirementFaults([SPEC, VALIDITY, ADVICE, { file: "a.ts", text: line }])).toEqual([
    "a.ts:1  B6 is no id: give it its area, such as SCHED-B6",
  ]);
});
