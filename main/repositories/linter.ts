import {
  applyEdits,
  checkRepository,
  checkText,
  chosenVersions,
  completeBackend,
  type Finding,
  type FindingStage,
  inspectedVersion,
  type LintContext,
  type ModelConfig,
  newWarnings,
  parseConfig,
  type RepositoryModel,
} from "../../engine/config/index.ts";
import { readModelFiles } from "../configs/index.ts";
import { mapConcurrent } from "../map-concurrent.ts";
import { fromFileError } from "../../base/file-error.ts";
import { type ModelPath, modelsIn } from "./model-paths.ts";
import { MAX_CONFIG_BYTES, readConfigText } from "./read-config.ts";

export type LintServer = NonNullable<LintContext["server"]>;

/** A folder with more entries is judged by the first ones. */
const MAX_ENTRIES = 100_000;

/** In the order in which Triton comes to them. */
export const STAGES: readonly FindingStage[] = [
  "syntax",
  "validation",
  "load",
  "ensemble",
  "running",
];

/** What a linter reads. */
interface Named {
  readonly models: readonly ModelPath[];
  /** Of their repository. */
  readonly folder: string;
}

interface LinterOptions {
  /** Which server the models are for, where that is known. */
  readonly server?: LintServer | undefined;
  /** A larger configuration is a finding. */
  readonly maxConfigBytes?: number;
  /** Entries of a folder that are read; 100,000 unless given. */
  readonly maxEntries?: number;
}

/** The models of a repository as they are on disk, and what is to be said about them. */
export class Linter {
  readonly #models = new Map<string, RepositoryModel>();
  readonly #options: LinterOptions;
  #repository: Map<string, Finding[]> | undefined;

  private constructor(options: LinterOptions) {
    this.#options = options;
  }

  /** Reads the models that were named and, where one of them is an ensemble, those it may refer to. */
  static async open({ models, folder }: Named, options: LinterOptions = {}): Promise<Linter> {
    const linter = new Linter(options);
    await linter.#read(models);
    const [only] = models;
    if (models.length === 1 && only && isEnsemble(linter.#model(only.name))) {
      const others = await modelsIn(folder);
      await linter.#read(others.filter(({ name }) => name !== only.name));
    }
    return linter;
  }

  async #read(models: readonly ModelPath[]): Promise<void> {
    const read = await mapConcurrent(models, (model) => readModel(model, this.#options));
    const byName = new Map(read.map((model) => [model.name, model]));
    for (const { name } of models) this.#models.set(name, byName.get(name) ?? { name, text: "" });
  }

  text(name: string): string {
    return this.#model(name).text;
  }

  /** In the order of the text. */
  findings(name: string): Finding[] {
    const { text, files, unreadable } = this.#model(name);
    if (unreadable !== undefined) return [unreadableFinding(unreadable)];
    const others = [...this.#models.values()].filter((other) => other.name !== name);
    const own = checkText(text, {
      modelName: name,
      lint: {
        ...(others.length > 0 && { models: others.map(otherModel) }),
        ...(this.#options.server && { server: this.#options.server }),
      },
      ...(files && { files }),
    });
    return [...own, ...this.#composed(name)].toSorted((left, right) => left.from - right.from);
  }

  /** The backend that runs a model, "ensemble" for an ensemble; "" where none is known. */
  backend(name: string): string {
    const model = this.#model(name);
    const config = parseOnce(model);
    if (config.platform === "ensemble" || isEnsemble(model)) return "ensemble";
    const versionFiles = inspectedVersion(model.files?.versions ?? [])?.names;
    return completeBackend(config, { modelName: name, versionFiles }).backend;
  }

  #model(name: string): RepositoryModel {
    return this.#models.get(name) ?? { name, text: "" };
  }

  /** What ensembles get wrong about their models; worked out once for what is in the files at a time. */
  #composed(name: string): readonly Finding[] {
    const models = [...this.#models.values()];
    if (!models.some(isEnsemble)) return [];
    this.#repository ??= checkRepository(models, this.#options.server);
    return this.#repository.get(name) ?? [];
  }

  #replace(model: RepositoryModel): void {
    this.#models.set(model.name, model);
    this.#repository = undefined;
  }

  /**
   * Applies the fixes of the findings that `wanted` picks, one after the other, as long as each does away with its
   * finding and brings no error of the same stage or an earlier one; a fix of advice brings no warning either. Returns
   * the titles of those it applied.
   */
  fix(name: string, wanted: (finding: Finding) => boolean): string[] {
    const applied: string[] = [];
    const seen = new Set([this.text(name)]);
    for (;;) {
      const before = this.findings(name);
      const fixed = before.filter(wanted).find((finding) => this.#try(name, finding, before, seen));
      if (fixed?.fix === undefined) return applied;
      applied.push(fixed.fix.title);
    }
  }

  /** Keeps the text with the fix of a finding if that is better and new. */
  #try(name: string, finding: Finding, before: readonly Finding[], seen: Set<string>): boolean {
    const model = this.#model(name);
    if (finding.fix === undefined) return false;
    const text = applyEdits(model.text, finding.fix.edits);
    if (seen.has(text)) return false;
    seen.add(text);
    this.#replace({ ...model, text });
    const after = this.findings(name);
    const same = ({ id, message }: Finding) => id === finding.id && message === finding.message;
    const gone = after.filter(same).length < before.filter(same).length;
    const worse =
      finding.stage === "running"
        ? newWarnings(before, after).length > 0
        : errorsBy(finding.stage, after) > errorsBy(finding.stage, before);
    if (gone && !worse) return true;
    this.#replace(model);
    return false;
  }
}

const parsed = new WeakMap<RepositoryModel, ModelConfig>();

/** Parsed once for each text: every model is checked with all the others. */
function parseOnce(model: RepositoryModel): ModelConfig {
  const known = parsed.get(model) ?? parseConfig(model.text).config;
  parsed.set(model, known);
  return known;
}

function isEnsemble(model: RepositoryModel): boolean {
  return parseOnce(model).ensemble_scheduling !== undefined;
}

function otherModel(model: RepositoryModel) {
  const { name, files } = model;
  const config = parseOnce(model);
  const signature = files && chosenVersions(config, files).at(-1)?.signature;
  return { name, config, ...(signature && { signature }) };
}

async function readModel(
  { file, folder, name, isFile }: ModelPath,
  { maxConfigBytes = MAX_CONFIG_BYTES, maxEntries = MAX_ENTRIES }: LinterOptions,
): Promise<RepositoryModel> {
  const config = await readConfigText(file, maxConfigBytes);
  if ("fault" in config) return { name, text: "", unreadable: config.fault };
  const { text } = config;
  try {
    const files = await readModelFiles(folder, text, maxEntries);
    const isAlone = isFile === true && files.versions.length === 0;
    return { name, text, ...(!isAlone && { files }) };
  } catch (error) {
    return { name, text: "", unreadable: fromFileError(error, folder).message };
  }
}

/** A server reads the files before anything else. */
function unreadableFinding(message: string): Finding {
  const place = { from: 0, to: 0, line: 1, column: 1 };
  return { id: "unreadable", severity: "error", stage: "syntax", message, ...place };
}

/** Errors of a stage and those before it: mistakes hide those of later stages. */
function errorsBy(stage: FindingStage, findings: readonly Finding[]): number {
  const stages = STAGES.slice(0, STAGES.indexOf(stage) + 1);
  return findings.filter((each) => each.severity === "error" && stages.includes(each.stage)).length;
}
