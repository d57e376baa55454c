// Everything that can be said of the sources without running them.
import { script, tool } from "./process.ts";
import { runSteps } from "./steps.ts";

export const checks = [
  { name: "types", run: () => tool("tsc", ["-p", "tsconfig.json"]) },
  { name: "types of the renderer", run: () => tool("tsc", ["-p", "renderer/tsconfig.json"]) },
  {
    name: "types of browser tests and benches",
    run: () => tool("tsc", ["-p", "e2e/tsconfig.json"]),
  },
  { name: "lint", run: () => tool("oxlint", ["--type-aware", "--deny-warnings"]) },
  { name: "format", run: () => tool("biome", ["format", "."]) },
  { name: "import rules", run: () => script("scripts/check-deps.ts") },
  { name: "requirement ids", run: () => script("scripts/check-requirements.ts") },
  { name: "words", run: () => script("scripts/check-words.ts") },
  { name: "dead code", run: () => tool("knip", ["--treat-config-hints-as-errors"]) },
];

if (import.meta.main) process.exitCode = await runSteps(checks);
