import { StatusError } from "../../base/status-error.ts";
import { completeBackend, completeConfig } from "./complete.ts";
import { remove } from "./fix.ts";
import type { LintContext } from "./lint/context.ts";
import { lintProblems } from "./lint/lint.ts";
import { leavesOpen } from "./open-tensors.ts";
import { type ParsedConfig, parseConfig } from "./parse.ts";
import { signatureProblems } from "./signature.ts";
import type { Finding, ModelConfig, ModelFileSignature } from "./types.ts";
import { toFindings, validateConfig } from "./validate.ts";
import { type Problem, startCheck } from "./validation/check.ts";
import { checkIdentityConfig } from "./validation/identity.ts";
import {
  chosenVersions,
  fileProblems,
  type ModelFiles,
  versionFilesIn,
} from "./validation/model-files.ts";
import { checkOnnxSettings } from "./validation/onnx.ts";
import { checkPythonConfig } from "./validation/python.ts";
import { checkRepeatConfig } from "./validation/repeat.ts";
import { unsupportedProblems } from "./validation/unsupported.ts";
import { checkWarmUp } from "./validation/warm-up.ts";

export interface CheckTextOptions {
  /** Name of the model's folder. */
  modelName: string;
  /** Ids of the server's GPUs. If left out, GPU ids are not checked. */
  gpus?: readonly number[];
  /** What the model's ONNX file declares, if known. */
  signature?: ModelFileSignature;
  /** Contents of the model's folder, if known; replaces `signature`. */
  files?: ModelFiles;
  /** What else is known about the server; also enables advice. */
  lint?: LintContext;
}

/**
 * All findings about a config.pbtxt: first what Triton would reject, then advice, each in text order. Like Triton it works
 * in stages: a text with syntax errors is not validated, and an invalid configuration is not compared with the model.
 */
export function checkText(text: string, options: CheckTextOptions): Finding[] {
  const parsed = parseConfig(text);
  if (parsed.findings.length > 0) return parsed.findings;
  const { lint, files, ...known } = options;
  const signature = files ? servedSignature(parsed.config, files) : options.signature;
  const versionFiles = listFiles(options);
  const served = {
    ...lint,
    ...known,
    ...(signature && { signature }),
    ...(versionFiles && { versionFiles }),
  };
  const advice = lint ? toFindings(lintProblems(parsed.config, served), parsed) : [];
  return [...faults(parsed, options), ...advice];
}

/** Whether {@link checkText} skipped a stage because of findings of earlier stages. */
export function isHiddenStage(stage: Finding["stage"], found: readonly Finding[]): boolean {
  const stops = (by: Finding["stage"]) =>
    found.some((each) => each.stage === by && each.severity === "error");
  if (stage !== "syntax" && stops("syntax")) return true;
  return (stage === "load" || stage === "ensemble") && stops("validation");
}

function faults(parsed: ParsedConfig, options: CheckTextOptions): Finding[] {
  const { modelName, gpus, signature, files } = options;
  const complete = completeBackend(parsed.config, { modelName, versionFiles: listFiles(options) });
  const invalid = validateConfig(complete, {
    modelName,
    ...(gpus && { gpus }),
    backendMayBeCompleted: files === undefined,
    tensorsMayBeCompleted: options.lint?.autoComplete !== false,
    ...(options.lint?.server && { server: options.lint.server }),
    source: parsed,
  });
  if (invalid.length > 0) return invalid;
  const named = { ...complete, name: modelName };
  const refused = options.lint?.server === "embedded" ? unsupportedProblems(named) : [];
  const load = files
    ? fileLoadProblems(named, parsed.config, files, options)
    : loadProblems(named, options, signature);
  return toFindings([...refused, ...load], parsed);
}

/** Checks every version that the policy serves, since each must load. */
function fileLoadProblems(
  config: ModelConfig,
  written: ModelConfig,
  files: ModelFiles,
  options: CheckTextOptions,
): Problem[] {
  const chosen = chosenVersions(config, files);
  const signatures = chosen.length === 0 ? [undefined] : chosen.map(({ signature }) => signature);
  const all = signatures.flatMap((signature) => loadProblems(config, options, signature));
  const found = new Map(all.map((each) => [`${each.id} ${each.path} ${each.message}`, each]));
  return [...fileProblems(config, written, files), ...found.values(), ...backendProblems(config)];
}

/** Names of the files of a version, if known. */
function listFiles({ files, signature }: CheckTextOptions): readonly string[] | undefined {
  return files ? versionFilesIn(files) : signature && ["model.onnx"];
}

function servedSignature(config: ModelConfig, files: ModelFiles): ModelFileSignature | undefined {
  return chosenVersions(config, files).at(-1)?.signature;
}

/** Checks the tensors and parameters of backends that have no model files. */
function backendProblems(config: ModelConfig): Problem[] {
  const checks = {
    identity: checkIdentityConfig,
    repeat: checkRepeatConfig,
    python: checkPythonConfig,
  } as const;
  const check = checks[config.backend as keyof typeof checks];
  try {
    check?.(config);
    return [];
  } catch (thrown) {
    const { message, details } = StatusError.from(thrown);
    const path = typeof details.field === "string" ? details.field : "backend";
    return [{ id: "backend-config", path, message, stage: "load" }];
  }
}

/** Expects a configuration with name and backend. */
function loadProblems(
  config: ModelConfig,
  { lint }: CheckTextOptions,
  signature: ModelFileSignature | undefined,
): Problem[] {
  const isOnnx = config.backend === "onnxruntime";
  try {
    const complete = signature && isOnnx ? completeConfig(config, signature) : config;
    const { check, problems } = startCheck(complete, config.name, "load");
    checkOnnxSettings(check, lint?.server);
    checkWarmUp(
      check,
      complete.max_batch_size > 0 || signature !== undefined || !leavesOpen(config),
    );
    return signature && isOnnx
      ? [...signatureProblems(complete, signature), ...problems]
      : problems;
  } catch (thrown) {
    const { message, details } = StatusError.from(thrown);
    const path = String(details.field);
    const fix = dependsOnBatches(config) ? undefined : remove(path);
    return [{ id: "not-batchable", path, message, stage: "load", fix }];
  }
}

/** Whether other fields depend on batching, so that max_batch_size can't be changed alone. */
function dependsOnBatches({ input, output, dynamic_batching, sequence_batching }: ModelConfig) {
  return Boolean(input.length || output.length || (dynamic_batching ?? sequence_batching));
}
