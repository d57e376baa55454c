import { StatusError } from "../../../base/status-error.ts";
import type { Fix } from "../fix.ts";
import type { ConfigurationRuleId } from "../lint/rules.ts";
import type { Finding, FindingStage, ModelConfig } from "../types.ts";

/** What is wrong, and where: `path` as in `input[0].dims[1]`, empty for the configuration as a whole. */
export interface Problem extends Remedy {
  readonly id: string;
  readonly path: string;
  readonly message: string;
  readonly stage: FindingStage;
  /** An error where it does not say. */
  readonly severity?: Finding["severity"];
}

/** What to do about a problem, and where one can read more. */
export interface Remedy {
  readonly fix?: Fix | undefined;
  readonly rule?: ConfigurationRuleId;
  /** Where Triton reports it, if not where the other rules of the group are. */
  readonly stage?: FindingStage;
}

/** What a group of rules looks at, and where it puts what it finds. */
export interface Check {
  readonly config: ModelConfig;
  /** The model's name for messages. */
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

/** A shape as Triton writes it: [-1,128]. */
export function shapeText(dims: readonly number[]): string {
  return `[${dims.join(",")}]`;
}

/** Whether two shapes are equal where neither is variable. */
export function dimsMatch(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((dim, i) => dim === -1 || b[i] === -1 || dim === b[i]);
}

/** Throws the first problem, if there is one, as INVALID_ARGUMENT. */
export function throwFirst([first]: readonly Problem[]): void {
  if (first === undefined) return;
  const { id, path, message } = first;
  throw new StatusError("INVALID_ARGUMENT", message, { details: { id, field: path } });
}
