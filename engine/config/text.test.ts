import fc from "fast-check";
import { expect, test } from "vitest";
import { checkText, formatText, parseConfig, printTree } from "./index.ts";
import { arbitraryText } from "./testing/arbitrary-text.ts";
import { recordedTexts } from "./testing/fixtures.ts";
import { parseWithProtobufEs } from "./testing/protobuf-es.ts";

test("[CFG-T1] [CFG-T2] [CFG-T3] parses every spelling of a configuration, and printing the tree returns the text", () => {
  fc.assert(
    fc.property(arbitraryText(), ({ config, text }) => {
      const parsed = parseConfig(text);
      expect(parsed.findings).toEqual([]);
      expect(parsed.config).toEqual(config);
      expect(printTree(parsed.tree)).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test("[CFG-T1] [CFG-T2] [CFG-T3] protobuf-es parses every spelling to the same configuration", () => {
  fc.assert(
    fc.property(arbitraryText(), ({ text }) => {
      expect(asSingles(parseConfig(text).config)).toEqual(asSingles(parseWithProtobufEs(text)));
    }),
    { numRuns: 60 },
  );
});

/** Rounds floats to single precision as protobuf-es does. */
function asSingles(value: unknown): unknown {
  if (typeof value === "number") return Number.isInteger(value) ? value : Math.fround(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(asSingles);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asSingles(item)]));
}

test("[CFG-T7] ten thousand random changes of bytes neither throw nor lose a character", () => {
  const bytes = Object.values(recordedTexts).map((text) => Buffer.from(text));
  const change = fc.record({
    at: fc.nat(),
    remove: fc.nat({ max: 4 }),
    insert: fc.uint8Array({ maxLength: 4 }),
  });
  const mutated = fc
    .tuple(fc.constantFrom(...bytes), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([base, changes]) => changes.reduce(changed, base).toString("utf8"));
  const survives = fc.property(mutated, (text) => {
    checkText(text, { modelName: "model", lint: {} });
    const { tree, findings } = parseConfig(text);
    const inText = findings.every(({ from, to }) => from <= to && to <= text.length);
    return inText && printTree(tree) === text;
  });
  expect(() => fc.assert(survives, { numRuns: 10_000 })).not.toThrow();
}, 120_000);

function changed(
  bytes: Buffer,
  { at, remove, insert }: { at: number; remove: number; insert: Uint8Array },
): Buffer {
  const from = at % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, from), insert, bytes.subarray(from + remove)]);
}

test.each([
  ["opening braces", "input {".repeat(10_000)],
  ["opening brackets", "[".repeat(60_000)],
  ["lists in messages", "input [ { dims: [".repeat(4_000)],
  ["minus signs", `max_batch_size: ${"-".repeat(60_000)}`],
  ["quotes", "'\"".repeat(20_000)],
  ["backslashes", `name: "${"\\".repeat(60_000)}`],
  ["comments", "#\n".repeat(110_000)],
  ["commas", `input { dims: [${",".repeat(60_000)}`],
  ["digits", `max_batch_size: ${"9".repeat(60_000)}`],
  ["one long name", "a".repeat(60_000)],
  ["names", "nam ".repeat(5_000)],
  ["equal fields", "max_batch_size: 1 ".repeat(5_000)],
  ["wrong enum values", "input { data_type: TYPE_FP31 } ".repeat(2_000)],
])("[CFG-T7] %s by the thousands are read to their end", (_, text) => {
  const { tree, findings } = parseConfig(text);
  expect(printTree(tree)).toBe(text);
  expect(findings.length).toBeLessThanOrEqual(100);
});

test("[CFG-F1] formatting keeps the configuration and its comments, and is idempotent", () => {
  const comments = (text: string) => text.match(/# ?\{"it's" \[|# (?:header|end|after|above)/g);
  fc.assert(
    fc.property(arbitraryText(), ({ config, text }) => {
      const formatted = formatText(text);
      const parsed = parseConfig(formatted);
      expect(parsed.findings).toEqual([]);
      expect(parsed.config).toEqual(config);
      expect(comments(formatted)).toEqual(comments(text));
      expect(formatText(formatted)).toBe(formatted);
    }),
    { numRuns: 60 },
  );
});
