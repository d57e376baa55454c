import {
  applyEdits,
  checkRepository,
  checkText,
  chosenVersions,
  type Finding,
  type FindingStage,
  type LintContext,
  type ModelConfig,
  newWarnings,
  parseConfig,
  type RepositoryModel,
} from "../../engine/config/index.ts";
import { readModelFiles } from "../../main/configs/read-model-files.ts";
import { type ModelPath, modelsIn, readText, type Repository } from "./lint-paths.ts";

export type LintServer = NonNullable<LintContext["server"]>;

/** In the order in which Triton comes to them. */
export const STAGES: readonly FindingStage[] = [
  "syntax",
  "validation",
  "load",
  "ensemble",
  "running",
];

/** The models of a repository as they are on disk, and what is to be said about them. */
export class Linter {
  readonly #models = new Map<string, RepositoryModel>();
  readonly #broken = new Set<string>();
  #repository: Map<string, Finding[]> | undefined;

  readonly #server: LintServer | undefined;

  private constructor(server: LintServer | undefined) {
    this.#server = server;
  }

  /**
   * Reads the models that were named and, where one of them is an ensemble, those it may refer to. `server`: which one
   * they are for, where that is known.
   */
  static async open({ models, folder }: Repository, server?: LintServer): Promise<Linter> {
    const linter = new Linter(server);
    await linter.#read(models);
    const [only] = models;
    if (models.length === 1 && only && isEnsemble(linter.#model(only.name))) {
      const others = await modelsIn(folder);
      await linter.#read(others.filter(({ name }) => name !== only.name));
    }
    return linter;
  }

  async #read(models: readonly ModelPath[]): Promise<void> {
    for (const { file, folder, name, isFile } of models) {
      const text = await readText(file);
      if (text === undefined) this.#broken.add(name);
      const files = await readModelFiles(folder, text ?? "");
      const isAlone = isFile === true && files.versions.length === 0;
      this.#models.set(name, { name, text: text ?? "", ...(!isAlone && { files }) });
    }
  }

  textOf(name: string): string {
    return this.#model(name).text;
  }

  /** In the order of the text. */
  findings(name: string): Finding[] {
    if (this.#broken.has(name)) return [NOT_UTF8];
    const { text, files } = this.#model(name);
    const others = [...this.#models.values()].filter((other) => other.name !== name);
    const own = checkText(text, {
      modelName: name,
      lint: {
        ...(others.length > 0 && { models: others.map(otherModel) }),
        ...(this.#server && { server: this.#server }),
      },
      ...(files && { files }),
    });
    return [...own, ...this.#composed(name)].toSorted((left, right) => left.from - right.from);
  }

  #model(name: string): RepositoryModel {
    return this.#models.get(name) ?? { name, text: "" };
  }

  /** What ensembles get wrong about their models; worked out once for what stands in the files at a time. */
  #composed(name: string): readonly Finding[] {
    const models = [...this.#models.values()];
    if (!models.some(isEnsemble)) return [];
    this.#repository ??= checkRepository(models, this.#server);
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
    const seen = new Set([this.textOf(name)]);
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
function configOf(model: RepositoryModel): ModelConfig {
  const known = parsed.get(model) ?? parseConfig(model.text).config;
  parsed.set(model, known);
  return known;
}

function isEnsemble(model: RepositoryModel): boolean {
  return configOf(model).ensemble_scheduling !== undefined;
}

function otherModel(model: RepositoryModel) {
  const { name, files } = model;
  const config = configOf(model);
  const signature = files && chosenVersions(config, files).at(-1)?.signature;
  return { name, config, ...(signature && { signature }) };
}

const NOT_UTF8: Finding = {
  id: "not-utf8",
  severity: "error",
  stage: "syntax",
  message: "The file is not UTF-8 text.",
  from: 0,
  to: 0,
  line: 1,
  column: 1,
};

/** Errors of a stage and those before it: mistakes hide those of later stages. */
function errorsBy(stage: FindingStage, findings: readonly Finding[]): number {
  const stages = STAGES.slice(0, STAGES.indexOf(stage) + 1);
  return findings.filter((each) => each.severity === "error" && stages.includes(each.stage)).length;
}
