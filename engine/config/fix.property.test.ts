import fc from "fast-check";
import { expect, test } from "vitest";
import { checkText } from "./check.ts";
import { applyEdits } from "./edit.ts";
import { newWarnings } from "./new-warnings.ts";
import { parseConfig } from "./parse.ts";
import { printConfig } from "./print.ts";
import { arbitraryConfig } from "./testing/arbitrary-config.ts";
import { lintContext, sensibleConfig } from "./testing/sensible-config.ts";
import type { LintContext } from "./lint/context.ts";
import type { Finding } from "./types.ts";

const check = (text: string) =>
  checkText(text, {
    modelName: "m",
    gpus: [],
    lint: { server: "triton", cores: 4, cache: false, latencyObjectiveMs: 50, models: [] },
  });

const same = (one: Finding) => (other: Finding) =>
  other.id === one.id && other.message === one.message;

/** Errors of kinds that did not exist before, of the stage that was reached or an earlier one. */
function newErrors(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = new Set(before.map(({ id }) => id));
  const reached = before.some(({ stage }) => stage === "validation") ? ["validation"] : STAGES;
  return after.filter(
    ({ id, severity, stage }) => severity === "error" && reached.includes(stage) && !known.has(id),
  );
}

const STAGES = ["validation", "load", "running"];

test("[CFG-G2] every fix of any configuration leaves text that parses, without the finding, errors of another kind or new warnings", () => {
  fc.assert(
    fc.property(arbitraryConfig(), (config) => {
      const text = printConfig(config);
      const before = check(text);
      // Findings are capped: with fewer errors, others would take their place.
      if (before.length > 90) return;
      for (const finding of before.filter(({ fix }) => fix !== undefined).slice(0, 8)) {
        const fixed = applyEdits(text, finding.fix?.edits ?? []);
        const after = check(fixed);
        const what = `${finding.message}\n${finding.fix?.title}\n${text}`;
        expect(parseConfig(fixed).findings, what).toEqual([]);
        expect(after.filter(same(finding)).length, what).toBeLessThan(
          before.filter(same(finding)).length,
        );
        expect(newErrors(before, after), what).toEqual([]);
        const added = finding.stage === "running" ? newWarnings(before, after) : [];
        expect(added, what).toEqual([]);
      }
    }),
    { numRuns: 20 },
  );
});

test("[CFG-G2] no fix of advice on a sensible configuration causes a new warning or contradicting advice", () => {
  fc.assert(
    fc.property(sensibleConfig(), lintContext(), (text, lint) => {
      const look = (at: string) => checkText(at, { modelName: "m", lint, ...pickGpus(lint) });
      const before = look(text);
      for (const finding of before.filter(({ stage, fix }) => stage === "running" && fix)) {
        const after = look(applyEdits(text, finding.fix?.edits ?? []));
        const what = `${finding.message}\n${finding.fix?.title}\n${text}`;
        expect(newWarnings(before, after), what).toEqual([]);
        const known = new Set(before.map(({ id }) => id));
        const added = after.filter(
          ({ id, stage }) => stage === "running" && !known.has(id) && !REMARKS.includes(id),
        );
        expect(added, what).toEqual([]);
      }
    }),
    { numRuns: 400 },
  );
});

/** Advice that enabling batching causes for existing shapes and instances. */
const REMARKS = ["B5", "I2"];
const pickGpus = ({ gpus }: LintContext) => (gpus ? { gpus } : {});
