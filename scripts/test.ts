// `npm test`: everything that can be tested within minutes on a fresh clone; browser tests, which
// mostly wait, run next to the rest. Files given as arguments select unit tests.
import fs from "node:fs";
import path from "node:path";
import { build } from "./build.ts";
import { checksOfChanges } from "./check.ts";
import { ensureHeadlessShell } from "./chromium.ts";
import { failedBrowserFiles, failedUnitFiles, readReport } from "./failed-files.ts";
import { limitCache } from "./limit-cache.ts";
import { compileCache, type Print, printToTerminal, root, tool } from "./process.ts";
import { runLanes, runSteps, type Step } from "./steps.ts";

const files = process.argv.slice(2);

const UNIT_REPORT = ".cache/tests/unit.json";
const BROWSER_REPORT = ".cache/tests/browser.json";

/** One run's entries take 40 to 60 MB. */
const MAX_CACHE_BYTES = 256 * 2 ** 20;

/** So many files that fail at once are no chance. */
const MAX_FILES_AGAIN = 5;

const playwright = async (args: readonly string[], print: Print) =>
  tool("playwright", ["test", ...args], {
    env: { CHROMIUM_PATH: await ensureHeadlessShell() },
    print,
  });

// Tests that measure are disturbed by concurrent ones; a test that needs a second attempt is listed
// as flaky.
const vitest = (args: readonly string[], print?: Print) =>
  tool("vitest", ["run", "--retry=1", ...args], print && { print });

const unitTests: Step = {
  name: "unit and integration tests",
  run: (print) => vitest([], print),
};

const browserTests: Step = {
  name: "browser tests",
  async run(print = printToTerminal) {
    // These first: unit tests start them too if they are built in time.
    await build("programs", print);
    await build("commands", print);
    await build("renderer", print);
    return playwright(["--retries=1"], print);
  },
};

/**
 * Runs files with failed tests once more when nothing else runs: on a busy machine a test can
 * exceed its time limit twice. Their output comes last, where a log that is cut still has it.
 */
function alone(step: string): Step | undefined {
  const again = (kind: readonly string[], run: Step["run"]): Step | undefined =>
    kind.length > 0 && kind.length <= MAX_FILES_AGAIN
      ? { name: `${step} alone: ${kind.join(", ")}`, run }
      : undefined;
  if (step === unitTests.name) {
    const failed = failedUnitFiles(readReport(UNIT_REPORT) ?? { testResults: [] });
    return again(failed, () => vitest(["--reporter=default", ...failed]));
  }
  if (step === browserTests.name) {
    const failed = failedBrowserFiles(readReport(BROWSER_REPORT) ?? { suites: [] });
    const args = ["--reporter=list", "--workers=1", ...failed];
    return again(failed, () => playwright(args, printToTerminal));
  }
  return undefined;
}

async function testAll(): Promise<number> {
  for (const report of [UNIT_REPORT, BROWSER_REPORT])
    fs.rmSync(path.join(root, report), { force: true });
  for (const cache of [path.join(root, ".cache", "vitest"), compileCache])
    limitCache(cache, MAX_CACHE_BYTES);
  const failed = await runLanes({ unit: [checksOfChanges, unitTests], browser: [browserTests] });
  const again = failed.map(alone).filter((step) => step !== undefined);
  return again.length === failed.length ? runSteps(again) : 1;
}

try {
  process.exitCode =
    files.length > 0
      ? await runSteps([{ name: "unit tests", run: (print) => vitest(files, print) }])
      : await testAll();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
