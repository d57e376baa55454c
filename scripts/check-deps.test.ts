import { expect, test } from "vitest";
import { findImports, judge, withoutRow } from "./check-deps.ts";

test("finds static, re-exporting and dynamic imports with their lines", () => {
  const text = `import a from "./a.ts";\nexport { b } from "./b.ts";\nconst c = await import("./c.ts");\n`;
  expect(findImports("x.ts", text)).toEqual([
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

test.each([
  ["main/lab/handlers.ts", "../servers/connections/connection.ts", "main/servers/index.ts"],
  ["main/host.ts", "./alerts/alert-store.ts", "main/alerts/index.ts"],
  ["app/cli/measure/measure.ts", "../../../main/wire/inputs/encode.ts", "main/wire/index.ts"],
  ["renderer/model/model.tsx", "../alerts/alert-rules.tsx", "renderer/alerts/alert-watch.tsx"],
])("%s may not import %s: it enters by %s", (file, specifier, door) => {
  expect(judge(file, specifier)).toContain(`through ${door}`);
});

test.each([
  ["main/lab/handlers.ts", "../servers/index.ts"],
  ["main/lab/handlers.ts", "../servers/metrics/index.ts"],
  ["main/servers/start-servers.ts", "./connections/connection.ts"],
  ["main/lab/handlers.test.ts", "../servers/connections/connection.ts"],
  ["renderer/model/model.tsx", "../ui/button.tsx"],
  ["renderer/shell/shell.tsx", "../alerts/alert-watch.tsx"],
  ["renderer/router.tsx", "./fleets/fleets.tsx"],
  ["bench/validity.ts", "../main/lab/generator/phase.ts"],
])("%s enters %s through a door", (file, specifier) => {
  expect(judge(file, specifier)).toBeNull();
});

test("each domain and each screen has a row", () => {
  expect(
    withoutRow(["main/novel/index.ts", "main/lab/index.ts", "main/host.ts", "renderer/ui/a.tsx"]),
  ).toEqual(["main/novel"]);
});
