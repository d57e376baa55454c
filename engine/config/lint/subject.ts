import { completeBackend, completeConfig } from "../complete.ts";
import type { Fix } from "../fix.ts";
import type { Finding, ModelConfig, ModelFileSignature } from "../types.ts";
import type { LintContext } from "./context.ts";
import type { ConfigurationRuleId } from "./rules.ts";

export interface LintOptions extends LintContext {
  /** Name of the model's folder. */
  readonly modelName: string;
  readonly signature?: ModelFileSignature;
  /** See {@link ModelPlace}; with a signature they are known to contain an ONNX file. */
  readonly versionFiles?: readonly string[];
}

/** The input of the advice functions, and where they report. */
export interface Subject {
  /** As written in the text. */
  readonly written: ModelConfig;
  /** With what the server fills in, as far as it is known. */
  readonly config: ModelConfig;
  readonly name: string;
  readonly options: LintOptions;
  readonly advise: Advise;
}

export type Advise = (
  rule: ConfigurationRuleId,
  path: string,
  message: string,
  more?: { fix?: Fix | undefined; severity?: Finding["severity"] },
) => void;

/** The configuration as the server completes it; as written if it contradicts the model file. */
export function completed(
  written: ModelConfig,
  { modelName, signature, versionFiles = signature && ["model.onnx"], autoComplete }: LintOptions,
): ModelConfig {
  const named = { ...written, name: written.name || modelName };
  const config = completeBackend(named, { modelName, versionFiles });
  if (signature === undefined || autoComplete === false || !isOnnx(config)) return config;
  try {
    return completeConfig(config, signature);
  } catch {
    return config;
  }
}

export function isOnnx(config: ModelConfig): boolean {
  return config.backend === "onnxruntime";
}

export function isTensorRt(config: ModelConfig): boolean {
  return config.backend === "tensorrt" || config.platform === "tensorrt_plan";
}

export function hasScheduler(config: ModelConfig): boolean {
  return Boolean(config.dynamic_batching ?? config.sequence_batching ?? config.ensemble_scheduling);
}

/** Formats microseconds with a suitable unit. */
export function duration(microseconds: number): string {
  if (microseconds < 1000) return `${microseconds} µs`;
  if (microseconds < 1_000_000) return `${microseconds / 1000} ms`;
  return `${microseconds / 1_000_000} s`;
}
