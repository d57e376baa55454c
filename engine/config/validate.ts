import { Findings } from "./findings.ts";
import { makeFix } from "./fix.ts";
import { locatePath, type ParsedConfig } from "./parse.ts";
import type { Finding, ModelConfig } from "./types.ts";
import { checkBatching } from "./validation/batching.ts";
import { type Check, type Problem, startCheck, throwFirst } from "./validation/check.ts";
import { checkEnsemble } from "./validation/ensemble.ts";
import { checkInstanceGroups } from "./validation/instances.ts";
import {
  checkBackend,
  checkMaxBatchSize,
  checkMetrics,
  checkName,
  checkResponseCache,
} from "./validation/model.ts";
import { checkSequences } from "./validation/sequences.ts";
import { checkTensors } from "./validation/tensors.ts";

export interface ValidateOptions {
  /** Name of the model's folder. */
  modelName: string;
  /** Ids of the server's GPUs; if left out, GPU ids are not checked. */
  gpus?: readonly number[];
  /** The server fills in the backend from the model's files, so a missing one is valid. */
  backendMayBeCompleted?: boolean;
  /** The server fills in missing inputs, outputs and batch size where it can, so they are valid if missing (CFG-C8). */
  tensorsMayBeCompleted?: boolean;
  /** The server that the configuration is for, if known (CFG-V9). */
  server?: "triton" | "embedded";
  /** The parsed text, for the positions of findings. Without it all are at the start. */
  source?: ParsedConfig;
}

/**
 * Triton's rules for a configuration (SPEC.md, CFG-V1 to CFG-V12), as findings of stage "validation". Accepts
 * configurations as written and normalized ones.
 */
export function validateConfig(config: ModelConfig, options: ValidateOptions): Finding[] {
  return toFindings(validationProblems(config, options), options.source);
}

/** Throws INVALID_ARGUMENT with the first problem, except of inputs and outputs; `details.field` is its path. */
export function requireValid(config: ModelConfig, options: ValidateOptions): void {
  const { check, problems } = startCheck(config, config.name || options.modelName, "validation");
  checkAllButTensors(check, options);
  throwFirst(problems);
}

/** {@link requireValid} for inputs and outputs, which Triton checks when it loads a version. */
export function requireValidTensors(config: ModelConfig): void {
  const { check, problems } = startCheck(config, config.name, "validation");
  checkTensors(check);
  throwFirst(problems);
}

/** {@link requireValid} for the response cache; whether an ensemble is decoupled is only known late. */
export function requireCacheable(config: ModelConfig): void {
  const { check, problems } = startCheck(config, config.name, "ensemble");
  checkResponseCache(check);
  throwFirst(problems);
}

function validationProblems(config: ModelConfig, options: ValidateOptions): Problem[] {
  const { check, problems } = startCheck(config, config.name || options.modelName, "validation");
  checkAllButTensors(check, options);
  checkTensors(check, options);
  return problems;
}

function checkAllButTensors(check: Check, options: ValidateOptions): void {
  checkName(check, options.modelName);
  checkBackend(check, options.backendMayBeCompleted ?? false);
  checkMaxBatchSize(check);
  checkBatching(check);
  checkResponseCache(check);
  checkSequences(check);
  checkEnsemble(check);
  checkInstanceGroups(check, options.gpus);
  checkMetrics(check);
}

/** Problems as findings, with their position in the text and fixes for it. */
export function toFindings(problems: readonly Problem[], source?: ParsedConfig): Finding[] {
  const findings = new Findings(source?.text ?? "");
  for (const { id, path, message, stage, severity, fix, rule } of problems) {
    const range = source === undefined ? { from: 0, to: 0 } : locatePath(source.locations, path);
    findings.add(id, message, range, {
      stage,
      severity,
      ...(rule !== undefined && { rule }),
      ...(fix !== undefined && source !== undefined && { fix: makeFix(source.text, fix) }),
    });
  }
  return findings.sorted();
}
