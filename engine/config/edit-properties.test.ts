import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSteps } from "./config-path.ts";
import { defaultValue, type MessageValue } from "./fields.ts";
import {
  applyEdits,
  type ConfigPath,
  getRange,
  insertElement,
  parseConfig,
  pathAt,
  removeValue,
  setValue,
} from "./index.ts";
import { arbitraryChange, configWith } from "./testing/arbitrary-change.ts";

function read(text: string): unknown {
  const { config, findings } = parseConfig(text);
  expect(findings).toEqual([]);
  return config;
}

const set = (text: string, path: ConfigPath, value: unknown) =>
  applyEdits(text, setValue(text, path, value));

test("[CFG-E1] setValue sets the given value, and does nothing the second time", () => {
  fc.assert(
    fc.property(arbitraryChange(), (change) => {
      const changed = set(change.text, change.path, change.value);
      expect(read(changed)).toEqual(configWith(change));
      expect(setValue(changed, change.path, change.value)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("[CFG-E2] setValue of an existing value only changes that value", () => {
  fc.assert(
    fc.property(arbitraryChange(), ({ text, path, value, spec }) => {
      const range = getRange(text, path);
      fc.pre(range !== undefined && spec.label === "single" && spec.oneof === undefined);
      for (const { from, to } of setValue(text, path, value)) {
        expect(from).toBeGreaterThanOrEqual(range!.from);
        expect(to).toBeLessThanOrEqual(range!.to);
      }
    }),
    { numRuns: 100 },
  );
});

test("[CFG-E3] setValue inserts new content between the existing", () => {
  fc.assert(
    fc.property(arbitraryChange(), ({ text, path, value }) => {
      fc.pre(getRange(text, path) === undefined && !inOneof(path));
      for (const { from, to } of setValue(text, path, value)) {
        expect(text.slice(from, to).trim()).toBe("");
      }
    }),
    { numRuns: 100 },
  );
});

test("[CFG-E4] removeValue undoes setValue, byte by byte unless the message or list was empty", () => {
  fc.assert(
    fc.property(arbitraryChange(), ({ text, path, value }) => {
      const parent = path.length === 1 ? text : textAt(text, path.slice(0, -1));
      fc.pre(getRange(text, path) === undefined && !inOneof(path) && parent !== "");
      const changed = set(text, path, value);
      fc.pre(changed !== text);
      const back = applyEdits(changed, removeValue(changed, path));
      expect(read(back)).toEqual(read(text));
      const empty = path.length > 1 && /[[{<](?:\s|#.*\n)*[\]}>]/.test(parent);
      expect(empty ? text : back).toBe(text);
    }),
    { numRuns: 100 },
  );
});

test("[CFG-E5] pathAt leads back to the path of a range", () => {
  fc.assert(
    fc.property(arbitraryChange(), ({ text, path }) => {
      const range = getRange(text, path);
      fc.pre(range !== undefined);
      const { from, to } = range!;
      const found = pathAt(text, Math.min(from + 1, to));
      expect(found.slice(0, path.length)).toEqual(path);
    }),
    { numRuns: 100 },
  );
});

test("[CFG-E6] removeValue removes one value, insertElement restores it", () => {
  fc.assert(
    fc.property(arbitraryChange(), ({ text, path }) => {
      const at = path.at(-1) as number;
      const list = path.slice(0, -1);
      fc.pre(typeof at === "number" && getRange(text, path) !== undefined);
      const values = valueAt(read(text), list) as unknown[];
      const removed = applyEdits(text, removeValue(text, path));
      expect(valueAt(read(removed), list)).toEqual(values.toSpliced(at, 1));
      const back = applyEdits(removed, insertElement(removed, list, at, values[at]));
      expect(read(back)).toEqual(read(text));
    }),
    { numRuns: 40 },
  );
});

test("[CFG-E6] removeValue of a field or entry leaves its default", () => {
  fc.assert(
    fc.property(arbitraryChange(), ({ text, path }) => {
      const { spec, at, name } = parseSteps(path)!.at(-1)!;
      fc.pre(typeof at !== "number" && getRange(text, path) !== undefined);
      const parent = path.slice(0, at === undefined ? -1 : -2);
      const expected = structuredClone(valueAt(read(text), parent)) as MessageValue;
      if (at !== undefined) delete (expected[name] as MessageValue)[at];
      else if (defaultValue(spec) === undefined) delete expected[name];
      else expected[name] = defaultValue(spec);
      const removed = applyEdits(text, removeValue(text, path));
      expect(valueAt(read(removed), parent)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

function valueAt(config: unknown, path: ConfigPath): unknown {
  return path.reduce((value, segment) => (value as MessageValue)[segment], config);
}

function textAt(text: string, path: ConfigPath): string {
  const range = getRange(text, path);
  return text.slice(range?.from ?? 0, range?.to ?? 0);
}

/** Whether setting a path may remove another member of a oneof. */
function inOneof(path: ConfigPath): boolean {
  return parseSteps(path)!.some(({ spec }) => spec.oneof !== undefined);
}
