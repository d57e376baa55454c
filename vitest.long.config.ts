import { defineConfig } from "vitest/config";
import { ensureProto } from "./scripts/generate-proto.ts";
import { compileCache } from "./scripts/process.ts";

ensureProto();
process.env["NODE_COMPILE_CACHE"] ??= compileCache;

export default defineConfig({
  test: {
    reporters: ["default", "./scripts/flaky-reporter.ts"],
    setupFiles: ["./scripts/vitest-setup.ts"],
    environment: "node",
    pool: "forks",
    include: ["{app,assets,base,engine,main,scripts}/**/*.long.test.ts"],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    expect: { poll: { timeout: 15_000 } },
    retry: process.env["CI"] ? 1 : 0,
  },
});
