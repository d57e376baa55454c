// All checks of the sources that don't run them.
import { PassedBefore } from "./passed-before.ts";
import { type Print, printToTerminal, root, script, tool } from "./process.ts";
import { projectFiles } from "./project-files.ts";
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

const checks: readonly Step[] = [
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

/** Runs all checks; with `onlyChanges`, none if all passed with the same files before. */
async function runChecks({ onlyChanges, print }: { onlyChanges: boolean; print?: Print }) {
  const before = new PassedBefore(root, ".cache/checked", projectFiles(/./));
  if (onlyChanges && before.holds) {
    (print ?? printToTerminal)("All checks passed with the same files before.");
    return 0;
  }
  const code = await runSteps(checks, print);
  if (code === 0) before.remember();
  return code;
}

export const checksOfChanges: Step = {
  name: "checks",
  run: (print) => runChecks({ onlyChanges: true, ...(print && { print }) }),
};

if (import.meta.main) process.exitCode = await runChecks({ onlyChanges: false });
