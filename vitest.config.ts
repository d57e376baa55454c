import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { fingerprintBundle, isBuilt } from "./scripts/bootstrap/bundles.mjs";
import { ensureProto } from "./scripts/generate-proto.ts";
import { compileCache, root } from "./scripts/process.ts";

ensureProto();
// For base/testing/program-files.ts.
process.env["BATCHDECK_TEST_BUILT"] = (["programs", "commands"] as const)
  .filter((name) => isBuilt(root, name, fingerprintBundle(root, name)))
  .join();
// Workers, and programs that tests start, keep their compiled code as those of `npm start` do.
process.env["NODE_COMPILE_CACHE"] ??= compileCache;

const common = {
  setupFiles: ["./scripts/vitest-setup.ts"],
  pool: "forks",
  // A second run spends a third less CPU time on transforming sources.
  fsModuleCache: true,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  // Shared machines stall; a test that needs its second try is listed as flaky.
  retry: process.env["CI"] ? 1 : 0,
} satisfies TestProjectInlineConfiguration["test"];

/** Tests that need neither a DOM nor a process of their own: they share threads. */
const PURE = [
  "engine/{config,scheduling}/**/*.test.ts",
  "main/{contract,simulation}/**/*.test.ts",
  "main/telemetry/{delta,polling,series}/**/*.test.ts",
  "main/lab/{comparison,export,goals,import,schedule,statistics,validity}/**/*.test.ts",
  "main/wire/inputs/**/*.test.ts",
  "renderer/**/*.test.ts",
];

/** Tests that replace modules, or set what a process reads once. */
const ISOLATED = ["app/desktop/**/*.test.ts", "engine/backends/onnxruntime/runtime-keys.test.ts"];

export default defineConfig({
  test: {
    fsModuleCachePath: ".cache/vitest",
    // Most of the tests' time is waiting.
    maxWorkers: "100%",
    reporters: [
      "default",
      "./scripts/flaky-reporter.ts",
      // For scripts/slowest-tests.ts.
      ["json", { outputFile: ".cache/tests/unit.json" }],
    ],
    projects: [
      {
        test: {
          ...common,
          name: "node",
          environment: "node",
          // What was imported is shared: importing it for each file took half of the CPU time.
          isolate: false,
          include: ["{app,assets,base,engine,main,scripts}/**/*.test.ts"],
          exclude: ["**/*.long.test.ts", ...PURE, ...ISOLATED],
        },
      },
      {
        test: {
          ...common,
          name: "isolated",
          environment: "node",
          include: ISOLATED,
          exclude: ["**/*.long.test.ts"],
        },
      },
      {
        test: {
          ...common,
          name: "pure",
          environment: "node",
          pool: "threads",
          isolate: false,
          include: PURE,
          exclude: ["**/*.long.test.ts"],
        },
      },
      {
        test: {
          ...common,
          name: "renderer",
          environment: "jsdom",
          // The document and what was imported are shared: each file leaves them as they were.
          isolate: false,
          include: ["renderer/**/*.test.tsx"],
        },
      },
    ],
  },
});
