// `npm test`: everything a fresh clone can be asked within minutes. Files given as arguments narrow it to
// those unit tests.
import { build } from "./build.ts";
import { checks } from "./check.ts";
import { ensureChromium } from "./chromium.ts";
import { tool } from "./process.ts";
import { runSteps } from "./steps.ts";

const files = process.argv.slice(2);

async function browserTests(): Promise<number> {
  const chromium = await ensureChromium();
  const report = (line: string) => void process.stdout.write(`${line}\n`);
  await build("renderer", report);
  await build("programs", report);
  return tool("playwright", ["test"], { CHROMIUM_PATH: chromium });
}

const steps =
  files.length > 0
    ? [{ name: "unit tests", run: () => tool("vitest", ["run", ...files]) }]
    : [
        ...checks,
        { name: "unit and integration tests", run: () => tool("vitest", ["run"]) },
        { name: "browser tests", run: browserTests },
      ];

try {
  process.exitCode = await runSteps(steps);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
