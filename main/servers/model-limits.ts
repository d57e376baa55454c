import type { ModelIndexEntry, ModelStatistics } from "../../engine/types.ts";
import type { ObservedModel } from "../contract/index.ts";
import type { Observation } from "./observation.ts";

/** Max models shown per server. */
const MAX_MODELS = 2000;
/** The same limit as the engine's (engine/repository/SPEC.md). */
const MAX_NAME_BYTES = 255;
const MAX_VERSIONS = 100;
const MAX_FACTS = 50;
/** Max characters of a reason or a fact. */
const MAX_TEXT = 2000;

/** Limits what a server reports of its models to what screens and memory can hold (SERVER-T20). */
export class ModelLimits {
  readonly #report: (message: string) => void;
  #reported = "";

  /** `report`: called with a message when models are left out, and again when that changes. */
  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  observation(seen: Observation): Observation {
    const { isKept, leftOut } = admit(seen.models);
    if (leftOut !== this.#reported && leftOut !== "") this.#report(leftOut);
    this.#reported = leftOut;
    const figures = seen.figures.filter(({ model }) => model === "" || isKept(model));
    return {
      ...seen,
      models: seen.models.filter(({ name }) => isKept(name)).map(boundModel),
      figures,
    };
  }

  index(entries: readonly ModelIndexEntry[]): ModelIndexEntry[] {
    const { isKept } = admit(entries);
    return entries
      .filter(({ name }) => isKept(name))
      .slice(0, MAX_MODELS * MAX_VERSIONS)
      .map((entry) =>
        entry.reason === undefined ? entry : { ...entry, reason: cut(entry.reason) },
      );
  }

  statistics(all: readonly ModelStatistics[]): ModelStatistics[] {
    const { isKept } = admit(all);
    return all.filter(({ name }) => isKept(name)).slice(0, MAX_MODELS * MAX_VERSIONS);
  }
}

/** Drops models with overlong names and those beyond the limit. `leftOut`: a message, "" if nothing is left out. */
function admit(named: readonly { readonly name: string }[]) {
  const kept = new Set<string>();
  const others = new Set<string>();
  let tooLong = 0;
  for (const { name } of named) {
    if (kept.has(name)) continue;
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) tooLong += 1;
    else if (kept.size < MAX_MODELS) kept.add(name);
    else others.add(name);
  }
  const reasons = [
    ...(others.size > 0 ? [`${others.size} beyond the first ${MAX_MODELS}`] : []),
    ...(tooLong > 0 ? [`${tooLong} with names of more than ${MAX_NAME_BYTES} bytes`] : []),
  ];
  return {
    leftOut: reasons.length === 0 ? "" : `Models left out: ${reasons.join(", ")}.`,
    /** Figures may name models that are not listed. */
    isKept: (name: string): boolean => {
      if (kept.has(name)) return true;
      if (kept.size >= MAX_MODELS || Buffer.byteLength(name) > MAX_NAME_BYTES) return false;
      kept.add(name);
      return true;
    },
  };
}

function boundModel(model: ObservedModel): ObservedModel {
  return {
    ...model,
    versions: model.versions.slice(0, MAX_VERSIONS),
    reason: model.reason === null ? null : cut(model.reason),
    facts: model.facts.slice(0, MAX_FACTS).map(([name, value]) => [cut(name), cut(value)]),
  };
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
