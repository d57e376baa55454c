import { defineConfig } from "@playwright/test";
import { chromiumArguments } from "./scripts/chromium-arguments.ts";
import { compileCache } from "./scripts/process.ts";

// Consoles and commands that tests start keep their compiled code as those of `npm start` do.
process.env["NODE_COMPILE_CACHE"] ??= compileCache;

export default defineConfig({
  testDir: "e2e",
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Each file has a console of its own; most of a test's time is waiting.
  workers: 3,
  fullyParallel: false,
  // Shared machines stall; a test that needs its second try is listed as flaky.
  retries: process.env["CI"] ? 1 : 0,
  // The second is for scripts/slowest-tests.ts.
  reporter: [["list"], ["json", { outputFile: ".cache/tests/browser.json" }]],
  forbidOnly: Boolean(process.env["CI"]),
  use: {
    viewport: { width: 1280, height: 800 },
    // A trace of each test costs time; `npx playwright test --trace=on FILE` makes those of one file.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(process.env["CHROMIUM_PATH"] ? { executablePath: process.env["CHROMIUM_PATH"] } : {}),
      args: chromiumArguments,
    },
  },
});
