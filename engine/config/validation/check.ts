import { StatusError } from "../../../base/status-error.ts";
import type { Fix } from "../fix.ts";
import type { ConfigurationRuleId } from "../lint/rules.ts";
import type { Finding, FindingStage, ModelConfig } from "../types.ts";

/** What is wrong, and where: `path` as in `input[0].dims[1]`, "" for the whole configuration. */
export interface Problem extends Remedy {
  readonly id: string;
  readonly path: string;
  readonly message: string;
  readonly stage: FindingStage;
  /** Default: error. */
  readonly severity?: Finding["severity"];
}

/** How to fix a problem, and the rule that explains it. */
export interface Remedy {
  readonly fix?: Fix | undefined;
  readonly rule?: ConfigurationRuleId;
  /** Where Triton reports it, if not at the stage of the group's other rules. */
  readonly stage?: FindingStage;
}

/** The input of a group of rules, and where it reports. */
export interface Check {
  readonly config: ModelConfig;
  /** The model's name in messages. */
  readonly name: string;
  readonly problem: (id: string, path: string, message: string, remedy?: Remedy) => void;
}

export function startCheck(
  config: ModelConfig,
  name: string,
  stage: FindingStage,
): { check: Check; problems: Problem[] } {
  const problems: Problem[] = [];
  const check: Check = {
    config,
    name,
    problem: (id, path, message, remedy) => problems.push({ id, path, message, stage, ...remedy }),
  };
  return { check, problems };
}

/** A shape in Triton's format: [-1,128]. */
export function shapeText(dims: readonly number[]): string {
  return `[${dims.join(",")}]`;
}

/** Whether two shapes are equal, ignoring dimensions that are variable in either. */
export function dimsMatch(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((dim, i) => dim === -1 || b[i] === -1 || dim === b[i]);
}

/** Throws the first problem, if any, as INVALID_ARGUMENT. */
export function throwFirst([first]: readonly Problem[]): void {
  if (first === undefined) return;
  const { id, path, message } = first;
  throw new StatusError("INVALID_ARGUMENT", message, { details: { id, field: path } });
}
