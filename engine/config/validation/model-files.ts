import { inspectedVersion } from "../complete.ts";
import type { ModelConfig, ModelFileSignature } from "../types.ts";
import { chooseVersions } from "../version-policy.ts";
import { type Problem, startCheck } from "./check.ts";

/** Contents of a version's folder. */
export interface VersionFiles {
  /** The folder's name: a whole number without leading zeros. */
  readonly version: string;
  /** Names of its entries. */
  readonly names: readonly string[];
  /** Signature of its ONNX file, if it has one that can be read. */
  readonly signature?: ModelFileSignature;
  /** The folder has further entries. */
  readonly more?: boolean;
  /** Why the folder can't be read or its ONNX file can't be loaded, as a sentence. */
  readonly fault?: string;
}

/** Contents of a model's folder. */
export interface ModelFiles {
  /** Oldest first. */
  readonly versions: readonly VersionFiles[];
  /** Paths of files outside of version folders, relative to the folder, with `/`. */
  readonly others: readonly string[];
}

/** Backends that require the file `default_model_filename` in each version's folder. */
const FILE_BACKENDS: ReadonlySet<string> = new Set([
  "onnxruntime",
  "python",
  "tensorrt",
  "openvino",
]);

/** Names in the version folder in which a server looks for the backend's files. */
export function versionFilesIn({ versions }: ModelFiles): readonly string[] {
  return inspectedVersion(versions)?.names ?? [];
}

/** The versions that the policy serves. */
export function chosenVersions(config: ModelConfig, { versions }: Pick<ModelFiles, "versions">) {
  return chooseVersions(versions, config.version_policy);
}

/** SPEC.md CFG-L11 to CFG-L13: files that a load would miss. `config` is `written` with its backend. */
export function fileProblems(
  config: ModelConfig,
  written: ModelConfig,
  files: ModelFiles,
): Problem[] {
  const { check, problems } = startCheck(config, config.name, "load");
  const chosen = chosenVersions(config, files);
  if (chosen.length === 0) {
    const path = config.version_policy === undefined ? "" : "version_policy";
    check.problem("version-missing", path, noVersion(config, files));
  }
  const isFile = config.ensemble_scheduling === undefined;
  for (const version of isFile ? chosen : []) {
    const message = modelFileFault(config, version);
    const path = written.default_model_filename === "" ? "backend" : "default_model_filename";
    if (message !== undefined) check.problem("model-file", path, message);
  }
  for (const { path, file, message } of namedFiles(config)) {
    if (!files.others.includes(file)) check.problem("file-missing", path, message);
  }
  return problems;
}

function noVersion(
  { name, version_policy: policy }: ModelConfig,
  { versions }: ModelFiles,
): string {
  const rule = `at least one version must be available under the version policy of model '${name}'`;
  if (versions.length === 0) {
    return `${rule}: its folder has no version folder. Put the model's files into a folder named 1.`;
  }
  const there = versions.map(({ version }) => version).join(", ");
  if (policy && "specific" in policy) {
    return `${rule}: version_policy asks for ${policy.specific.versions.join(", ") || "none"}, its folder has ${there}.`;
  }
  return `${rule}: version_policy selects none of ${there}.`;
}

function modelFileFault(config: ModelConfig, version: VersionFiles): string | undefined {
  const { backend, default_model_filename: file } = config;
  if (version.fault !== undefined) return version.fault;
  // A path into another folder isn't listed here.
  if (!FILE_BACKENDS.has(backend) || file.includes("/")) return undefined;
  if (version.names.includes(file) || version.more) return undefined;
  const holds =
    version.names.length === 0 ? "which is empty" : `which has ${version.names.join(", ")}`;
  const what = backend === "onnxruntime" ? "the ONNX model" : `the ${backend} backend`;
  return `unable to find '${version.version}/${file}' for ${what} of '${config.name}': add it to version folder ${version.version}, ${holds}.`;
}

/** Labels, warm-up data and initial states. */
function* namedFiles(config: ModelConfig) {
  for (const [index, { name, label_filename: file }] of config.output.entries()) {
    if (file === "") continue;
    const message = `output '${name}' has label_filename "${file}", but the model's folder has no such file`;
    yield { path: `output[${index}].label_filename`, file, message };
  }
  for (const [index, { inputs }] of config.model_warmup.entries()) {
    for (const [name, { input_data_file: file }] of Object.entries(inputs)) {
      if (file === undefined) continue;
      const message = `warmup data file 'warmup/${file}' can't be read: the model's folder has no such file`;
      const path = `model_warmup[${index}].inputs["${name}"].input_data_file`;
      yield { path, file: `warmup/${file}`, message };
    }
  }
  for (const [index, state] of (config.sequence_batching?.state ?? []).entries()) {
    const file = state.initial_state[0]?.data_file;
    if (file === undefined) continue;
    const message = `state '${state.input_name}' has the initial_state data_file "${file}", but the model's folder has no initial_state/${file}`;
    const path = `sequence_batching.state[${index}].initial_state[0].data_file`;
    yield { path, file: `initial_state/${file}`, message };
  }
}
