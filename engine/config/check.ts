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
import { checkRepeatConfig } from "./validation/repeat.ts";
import { unsupportedProblems } from "./validation/unsupported.ts";
import { checkWarmUp } from "./validation/warm-up.ts";

export interface CheckTextOptions {
  /** Name of the model's folder. */
  modelName: string;
  /** Ids of the server's GPUs; left out, GPU ids are not checked. */
  gpus?: readonly number[];
  /** What the model's ONNX file declares, where it is known. */
  signature?: ModelFileSignature;
  /** What the model's folder holds, where it is known: takes the place of `signature`. */
  files?: ModelFiles;
  /** What else is known of the server: asks for advice as well. */
  lint?: LintContext;
}

/**
 * Everything that can be said of a config.pbtxt: what Triton would reject, then advice, each in the order of the
 * text. Like Triton it goes stage by stage: a text that does not parse is not validated, and an invalid one is not
 * compared with the model.
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

/** Whether {@link checkText} looks for nothing of a stage because of what it found before it. */
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
    ? loadProblemsOfFiles(named, parsed.config, files, options)
    : loadProblems(named, options, signature);
  return toFindings([...refused, ...load], parsed);
}

/** Every version that the policy serves has to load. */
function loadProblemsOfFiles(
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

/** What is known of a version's files. */
function listFiles({ files, signature }: CheckTextOptions): readonly string[] | undefined {
  return files ? versionFilesIn(files) : signature && ["model.onnx"];
}

function servedSignature(config: ModelConfig, files: ModelFiles): ModelFileSignature | undefined {
  return chosenVersions(config, files).at(-1)?.signature;
}

/** What a backend without model files takes as tensors and parameters. */
function backendProblems(config: ModelConfig): Problem[] {
  const check = { identity: checkIdentityConfig, repeat: checkRepeatConfig }[config.backend];
  try {
    check?.(config);
    return [];
  } catch (thrown) {
    const { message } = StatusError.from(thrown);
    return [{ id: "backend-config", path: "backend", message, stage: "load" }];
  }
}

/** `config` has its name and backend. */
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

/** Whether more than the batch size would have to change. */
function dependsOnBatches({ input, output, dynamic_batching, sequence_batching }: ModelConfig) {
  return Boolean(input.length || output.length || (dynamic_batching ?? sequence_batching));
}
