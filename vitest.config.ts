import { defineConfig } from "vitest/config";

// Shared machines stall; a test that needs its second try is listed as flaky.
const retry = process.env["CI"] ? 1 : 0;

export default defineConfig({
  test: {
    reporters: ["default", "./scripts/flaky-reporter.ts"],
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          pool: "forks",
          include: ["{app,assets,engine,main,scripts}/**/*.test.ts"],
          exclude: ["**/*.long.test.ts"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          retry,
        },
      },
      {
        test: {
          name: "renderer",
          environment: "jsdom",
          pool: "forks",
          include: ["renderer/**/*.test.{ts,tsx}"],
          testTimeout: 20_000,
          retry,
        },
      },
    ],
  },
});
