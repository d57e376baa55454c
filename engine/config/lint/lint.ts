import type { Problem } from "../validation/check.ts";
import type { ModelConfig } from "../types.ts";
import { adviseOnBatches } from "./batches.ts";
import { adviseOnCache } from "./cache.ts";
import { adviseOnEnsemble } from "./ensemble.ts";
import { adviseOnInstances } from "./instances.ts";
import { adviseOnQueues } from "./queues.ts";
import { RULES } from "./rules.ts";
import { completed, type LintOptions, type Subject } from "./subject.ts";

/** Advice for a valid configuration (docs/rules). Expects one that was read without findings. */
export function lintProblems(written: ModelConfig, options: LintOptions): Problem[] {
  const problems: Problem[] = [];
  const subject: Subject = {
    written,
    config: completed(written, options),
    name: written.name || options.modelName,
    options,
    advise(rule, path, message, { fix, severity = RULES[rule].severity } = {}) {
      problems.push({ id: rule, rule, path, message, stage: "running", severity, fix });
    },
  };
  adviseOnQueues(subject);
  adviseOnBatches(subject);
  adviseOnCache(subject);
  adviseOnInstances(subject);
  adviseOnEnsemble(subject);
  return problems;
}
