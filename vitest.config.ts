import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
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
        },
      },
      {
        test: {
          name: "renderer",
          environment: "jsdom",
          pool: "forks",
          include: ["renderer/**/*.test.{ts,tsx}"],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
