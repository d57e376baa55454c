import { StatusError } from "../protocol/status.ts";
import { completeBackend, completeConfig } from "./complete.ts";
import { remove } from "./fix.ts";
import type { LintContext } from "./lint/context.ts";
import { lintProblems } from "./lint/lint.ts";
import { leavesOpen } from "./lint/subject.ts";
import { type ParsedConfig, parseConfig } from "./parse.ts";
import { signatureProblems } from "./signature.ts";
import type { Finding, ModelConfig, ModelFileSignature } from "./types.ts";
import { toFindings, validateConfig } from "./validate.ts";
import { type Problem, startCheck } from "./validation/check.ts";
import { checkOnnxSettings } from "./validation/onnx.ts";
import { unsupportedProblems } from "./validation/unsupported.ts";
import { checkWarmUp } from "./validation/warm-up.ts";

export interface CheckTextOptions {
  /** Name of the model's folder. */
  modelName: string;
  /** Ids of the server's GPUs; left out, GPU ids are not checked. */
  gpus?: readonly number[];
  /** What the model's ONNX file declares, where it is known. */
  signature?: ModelFileSignature;
  /** What else is known of the server: asks for advice as well. */
  lint?: LintContext;
}

/**
 * Everything that can be said of a config.pbtxt: what Triton would refuse, then advice, each in the order of the
 * text. Like Triton it goes stage by stage: a text that does not parse is not validated, and an invalid one is not
 * compared with the model.
 */
export function checkText(text: string, options: CheckTextOptions): Finding[] {
  const parsed = parseConfig(text);
  if (parsed.findings.length > 0) return parsed.findings;
  const { lint, ...known } = options;
  const advice = lint ? toFindings(lintProblems(parsed.config, { ...lint, ...known }), parsed) : [];
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
  const { modelName, gpus, signature } = options;
  const invalid = validateConfig(parsed.config, {
    modelName,
    ...(gpus && { gpus }),
    backendMayBeCompleted: true,
    ...(options.lint?.server && { server: options.lint.server }),
    source: parsed,
  });
  if (invalid.length > 0) return invalid;
  const named = { ...parsed.config, name: modelName };
  const refused = options.lint?.server === "embedded" ? unsupportedProblems(named) : [];
  return toFindings([...refused, ...loadProblems(named, modelName, signature)], parsed);
}

function loadProblems(
  written: ModelConfig,
  modelName: string,
  signature: ModelFileSignature | undefined,
): Problem[] {
  const files = signature === undefined ? [] : ["model.onnx"];
  const config = completeBackend(written, files);
  const isOnnx = config.backend === "onnxruntime";
  try {
    const complete = signature && isOnnx ? completeConfig(config, signature) : config;
    const { check, problems } = startCheck(complete, modelName, "load");
    checkOnnxSettings(check);
    // Without the model's file its batch size is not known where it may be completed.
    if (complete.max_batch_size > 0 || signature || !leavesOpen(config)) checkWarmUp(check);
    return signature && isOnnx
      ? [...signatureProblems(complete, signature), ...problems]
      : problems;
  } catch (thrown) {
    const { message, details } = StatusError.from(thrown);
    const path = String(details["field"]);
    const fix = dependsOnBatches(written) ? undefined : remove(path);
    return [{ id: "not-batchable", path, message, stage: "load", fix }];
  }
}

/** Whether more than the batch size would have to change. */
function dependsOnBatches({ input, output, dynamic_batching, sequence_batching }: ModelConfig) {
  return Boolean(input.length || output.length || (dynamic_batching ?? sequence_batching));
}
