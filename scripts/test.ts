// `npm test`: everything that can be tested within minutes on a fresh clone; browser tests, which
// mostly wait, run next to the rest. Files given as arguments select unit tests.
import { build } from "./build.ts";
import { checks } from "./check.ts";
import { ensureHeadlessShell } from "./chromium.ts";
import { type Print, printToTerminal, tool } from "./process.ts";
import { runLanes, runSteps } from "./steps.ts";

const files = process.argv.slice(2);

async function browserTests(print: Print = printToTerminal): Promise<number> {
  const chromium = await ensureHeadlessShell();
  await build("renderer", print);
  await build("programs", print);
  return tool("playwright", ["test", "--retries=1"], { env: { CHROMIUM_PATH: chromium }, print });
}

// Tests that measure are disturbed by concurrent ones; a test that needs a second attempt is listed
// as flaky.
const unitTests = (print?: Print) =>
  tool("vitest", ["run", "--retry=1", ...files], print && { print });

try {
  process.exitCode =
    files.length > 0
      ? await runSteps([{ name: "unit tests", run: unitTests }])
      : await runLanes({
          unit: [...checks, { name: "unit and integration tests", run: unitTests }],
          browser: [{ name: "browser tests", run: browserTests }],
        });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
