// All checks of the sources that don't run them.
import { script, tool } from "./process.ts";
import { runSteps, type Step } from "./steps.ts";

/** Checks the types of one project; results are cached, so that only changes cost time. */
const types = (project: string, kept: string): Step["run"] => {
  const args = ["-p", project, "--incremental", "--tsBuildInfoFile", `.cache/${kept}`];
  return (print) => tool("tsc", args, print && { print });
};

const checkWith =
  (name: string, ...args: string[]): Step["run"] =>
  (print) =>
    tool(name, args, print && { print });

const checkBy =
  (file: string): Step["run"] =>
  (print) =>
    script(file, [], print && { print });

export const checks: readonly Step[] = [
  { name: "types", run: types("tsconfig.json", "tsc-main") },
  { name: "types of the renderer", run: types("renderer/tsconfig.json", "tsc-renderer") },
  { name: "types of browser tests and benches", run: types("e2e/tsconfig.json", "tsc-e2e") },
  { name: "lint", run: checkWith("oxlint", "--type-aware", "--deny-warnings") },
  { name: "format", run: checkWith("biome", "format", ".") },
  { name: "import rules", run: checkBy("scripts/check-deps.ts") },
  { name: "requirement ids", run: checkBy("scripts/check-requirements.ts") },
  { name: "words", run: checkBy("scripts/check-words.ts") },
  { name: "dead code", run: checkWith("knip", "--treat-config-hints-as-errors") },
];

if (import.meta.main) process.exitCode = await runSteps(checks);
