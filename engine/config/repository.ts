import { checkText } from "./check.ts";
import type { LintContext } from "./lint/context.ts";
import { completed } from "./lint/subject.ts";
import { leavesOpen } from "./open-tensors.ts";
import { type ParsedConfig, parseConfig } from "./parse.ts";
import type { Finding, ModelConfig, ModelFileSignature } from "./types.ts";
import { toFindings } from "./validate.ts";
import type { Problem } from "./validation/check.ts";
import { compositionProblems } from "./validation/composition.ts";
import { cycleThrough } from "./validation/cycles.ts";
import { chosenVersions, type ModelFiles } from "./validation/model-files.ts";

export interface RepositoryModel {
  /** Name of the model's folder. */
  readonly name: string;
  /** Text of its config.pbtxt; "" without one. */
  readonly text: string;
  readonly signature?: ModelFileSignature;
  /** Contents of its folder, if known; replaces `signature` and `versions`. */
  readonly files?: ModelFiles;
  /** Why its configuration can't be read, as a sentence; a server rejects such a model, and `text` is ignored. */
  readonly unreadable?: string;
  /** Versions that it serves; if left out, the versions that ensembles request are not checked. */
  readonly versions?: readonly number[];
}

/**
 * What Triton finds when it validates ensembles (SPEC.md, CFG-M1 to CFG-M4): findings of stage "ensemble" by model, in text
 * order; models without findings are left out. An ensemble with errors of its own is not compared with its models:
 * {@link checkText} reports those. `server`: the server that the models are for, if known.
 */
export function checkRepository(
  models: readonly RepositoryModel[],
  server?: LintContext["server"],
): Map<string, Finding[]> {
  const repository = new Repository(models, server);
  const found = new Map<string, Finding[]>();
  for (const { name } of models) {
    const findings = repository.findings(name);
    if (findings.length > 0) found.set(name, findings);
  }
  return found;
}

interface Entry extends RepositoryModel {
  readonly parsed: ParsedConfig;
  /** What is wrong with the model itself. */
  readonly fault: string | undefined;
}

class Repository {
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #problems = new Map<string, readonly Problem[]>();

  constructor(models: readonly RepositoryModel[], server: LintContext["server"]) {
    this.#entries = new Map(models.map((model) => [model.name, makeEntry(model, server)]));
  }

  findings(name: string): Finding[] {
    return toFindings(this.#findProblems(name), this.#entries.get(name)?.parsed);
  }

  /** Memoized by name, since an ensemble may be part of several. */
  #findProblems(name: string): readonly Problem[] {
    const entry = this.#entries.get(name);
    if (entry === undefined || entry.fault !== undefined) return [];
    const known = this.#problems.get(name);
    if (known !== undefined) return known;
    const problems = this.#compose(entry);
    this.#problems.set(name, problems);
    return problems;
  }

  #compose({ name, parsed }: Entry): Problem[] {
    const written = parsed.config;
    const steps = listSteps(written);
    if (steps.length === 0) return [];
    const fault = (id: string, index: number, message: string): Problem => {
      const path = `ensemble_scheduling.step[${index}].model_name`;
      return { id, path, message, stage: "ensemble" };
    };
    const missing = steps.flatMap((step, index) => {
      if (this.#entries.has(step.model_name)) return [];
      const message = `ensemble ${name} contains models that are not available or ambiguous: ${step.model_name}`;
      return [fault("ensemble-model-missing", index, message)];
    });
    if (missing.length > 0) return missing;
    const cycle = cycleThrough(name, (part) => this.#listParts(part));
    if (cycle !== undefined) {
      const start = steps.findIndex((step) => this.#reaches(step.model_name, name));
      return [fault("ensemble-model-cycle", start, cycle)];
    }
    const unusable = steps.flatMap((step, index) => {
      const reason = this.#unusable(step.model_name, step.model_version);
      const message = `ensemble '${name}' depends on '${step.model_name}' ${reason}`;
      return reason === undefined ? [] : [fault("ensemble-model-invalid", index, message)];
    });
    if (unusable.length > 0) return unusable;
    const models = steps.map(({ model_name: model }) => this.#served(model));
    return compositionProblems({ ...written, name }, models);
  }

  #listParts(name: string): readonly string[] {
    return listSteps(this.#entries.get(name)?.parsed.config).map((step) => step.model_name);
  }

  #reaches(from: string, to: string): boolean {
    const seen = new Set([from]);
    // A set's iteration includes elements added during it.
    for (const name of seen) for (const part of this.#listParts(name)) seen.add(part);
    return seen.has(to);
  }

  /** Why a model can't be part of an ensemble, in Triton's words. */
  #unusable(name: string, version: number): string | undefined {
    const entry = this.#entries.get(name);
    if (entry?.fault !== undefined) {
      return `which has no loaded version. Model '${name}' loading failed with error: ${entry.fault}`;
    }
    const [problem] = this.#findProblems(name);
    if (problem !== undefined) {
      return `which is not valid. Model '${name}' failed with error: ${problem.message}`;
    }
    const known = version < 1 || entry?.versions === undefined || entry.versions.includes(version);
    return known ? undefined : `whose required version ${version} is not loaded.`;
  }

  /** A valid model's configuration as the server completes it; undefined if its tensors are unknown. */
  #served(name: string): ModelConfig | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined || entry.fault !== undefined) return undefined;
    const { signature, parsed } = entry;
    const config = completed(parsed.config, { modelName: name, ...(signature && { signature }) });
    if (config.input.length === 0 || config.output.length === 0 || leavesOpen(config))
      return undefined;
    const parts = this.#listParts(name);
    if (parts.length === 0) return config;
    const decoupled = parts.some(
      (part) => this.#served(part)?.model_transaction_policy?.decoupled === true,
    );
    return { ...config, model_transaction_policy: { decoupled } };
  }
}

function makeEntry(model: RepositoryModel, server: LintContext["server"]): Entry {
  const { name, text, signature, files, unreadable } = model;
  const known = {
    ...(signature && { signature }),
    ...(files && { files }),
    ...(server && { lint: { server } }),
  };
  const findings = checkText(text, { modelName: name, ...known });
  const fault = unreadable ?? findings.find(({ severity }) => severity === "error")?.message;
  const parsed = parseConfig(text);
  return { ...model, ...(files && servedFiles(parsed.config, files)), parsed, fault };
}

function servedFiles(config: ModelConfig, files: ModelFiles) {
  const chosen = chosenVersions(config, files);
  const signature = chosen.at(-1)?.signature;
  const versions = chosen.map(({ version }) => Number(version));
  return { versions, ...(signature && { signature }) };
}

function listSteps(config: ModelConfig | undefined) {
  return config?.ensemble_scheduling?.step ?? [];
}
