import { expect, test } from "vitest";
import { findImports } from "./check-deps.ts";
import { importCircles } from "./import-circles.ts";

test("finds files that import each other, directly or through others", () => {
  const imports = new Map([
    ["a.ts", ["b.ts", "leaf.ts"]],
    ["b.ts", ["c.ts"]],
    ["c.ts", ["a.ts"]],
    ["leaf.ts", []],
    ["x.ts", ["y.ts", "a.ts"]],
    ["y.ts", ["x.ts", "node_modules/z"]],
  ]);
  expect(importCircles(imports).map((circle) => circle.toSorted())).toEqual([
    ["a.ts", "b.ts", "c.ts"],
    ["x.ts", "y.ts"],
  ]);
});

test("accepts a file that is imported twice", () => {
  const imports = new Map([
    ["a.ts", ["b.ts", "c.ts"]],
    ["b.ts", ["d.ts"]],
    ["c.ts", ["d.ts"]],
    ["d.ts", []],
  ]);
  expect(importCircles(imports)).toEqual([]);
});

test("imports of types alone count", () => {
  const text = `import type { A } from "./a.ts";\nimport { type B } from "./b.ts";\nimport { type C, d } from "./c.ts";\nexport type { E } from "./e.ts";\n`;
  const found = findImports("x.ts", text);
  expect(found.map(({ specifier }) => specifier)).toEqual(["./a.ts", "./b.ts", "./c.ts", "./e.ts"]);
});
