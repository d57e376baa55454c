import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConfig, printTree } from "./index.ts";
import { arbitraryText } from "./testing/arbitrary-text.ts";

test("[T1] [T2] [T3] reads every spelling of a configuration, and the tree prints the text", () => {
  fc.assert(
    fc.property(arbitraryText(), ({ config, text }) => {
      const parsed = parseConfig(text);
      expect(parsed.findings).toEqual([]);
      expect(parsed.config).toEqual(config);
      expect(printTree(parsed.tree)).toBe(text);
    }),
    { numRuns: 200 },
  );
});
