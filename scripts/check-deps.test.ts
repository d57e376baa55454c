import { expect, test } from "vitest";
import { importsOf, judge } from "./check-deps.ts";

test("finds static, re-exporting and dynamic imports with their lines", () => {
  const text = `import a from "./a.ts";\nexport { b } from "./b.ts";\nconst c = await import("./c.ts");\n`;
  expect(importsOf("x.ts", text)).toEqual([
    { specifier: "./a.ts", line: 1 },
    { specifier: "./b.ts", line: 2 },
    { specifier: "./c.ts", line: 3 },
  ]);
});

test.each([
  ["renderer/overview/overview.tsx", "../../main/host.ts"],
  ["renderer/overview/overview.tsx", "recharts"],
  ["renderer/overview/overview.tsx", "node:fs"],
  ["engine/engine.ts", "../main/host.ts"],
  ["engine/config/parse.ts", "node:fs"],
  ["main/host.ts", "../engine/engine.ts"],
  ["main/contract/lab.ts", "node:path"],
  ["main/host.ts", "electron"],
])("%s may not import %s", (file, specifier) => {
  expect(judge(file, specifier)).toMatch(/may not import/);
});

test.each([
  ["renderer/charts/line.tsx", "recharts"],
  ["renderer/overview/overview.tsx", "../charts/line.tsx"],
  ["main/configs/apply.ts", "../../engine/config/index.ts"],
  ["engine/engine.ts", "./config/index.ts"],
  ["app/desktop/main.ts", "electron"],
  ["main/lab/lab.test.ts", "../../engine/engine.ts"],
])("%s may import %s", (file, specifier) => {
  expect(judge(file, specifier)).toBeNull();
});
