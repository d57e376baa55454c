import fc from "fast-check";
import { expect, test } from "vitest";
import { formatText, parseConfig, printTree } from "./index.ts";
import { arbitraryText } from "./testing/arbitrary-text.ts";

test("[T1] [T2] [T3] reads every spelling of a configuration, and the tree prints the text", () => {
  fc.assert(
    fc.property(arbitraryText(), ({ config, text }) => {
      const parsed = parseConfig(text);
      expect(parsed.findings).toEqual([]);
      expect(parsed.config).toEqual(config);
      expect(printTree(parsed.tree)).toBe(text);
    }),
    { numRuns: 100 },
  );
});

test("[F1] formatting keeps the configuration and its comments, and does nothing twice", () => {
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
    { numRuns: 100 },
  );
});
