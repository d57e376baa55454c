import type { ModelVersion } from "../models/model-version.ts";
import { StatusError } from "../../base/status-error.ts";
import type { InferRequest, VersionSplit } from "../types.ts";

/** Splits a model's traffic between its versions by weight (rules LOAD-19 to LOAD-22). */
export class VersionSplitter {
  readonly split: VersionSplit;
  /** What each version is owed. The one owed most is next, so that shares are exact over every few requests. */
  readonly #credit = new Map<ModelVersion, number>();

  constructor(split: VersionSplit) {
    this.split = split;
  }

  /** `serving`: oldest first. Falls back to the newest if no version with a share serves; undefined if none serves. */
  choose(serving: readonly ModelVersion[], request: InferRequest): ModelVersion | undefined {
    const shared = serving.filter(({ version }) => this.#weight(version) > 0);
    if (shared.length < 2) return shared[0] ?? serving.at(-1);
    const total = shared.reduce((sum, { version }) => sum + this.#weight(version), 0);
    const sequence = request.parameters["sequence_id"];
    if (sequence !== undefined && sequence !== 0 && sequence !== 0n && sequence !== "") {
      return this.#chooseForSequence(shared, total, String(sequence));
    }
    return this.#next(shared, total);
  }

  #next(shared: readonly ModelVersion[], total: number): ModelVersion | undefined {
    let next: ModelVersion | undefined;
    let most = -Infinity;
    for (const candidate of shared) {
      const credit = (this.#credit.get(candidate) ?? 0) + this.#weight(candidate.version);
      this.#credit.set(candidate, credit);
      if (credit > most) [next, most] = [candidate, credit];
    }
    if (next !== undefined) this.#credit.set(next, most - total);
    this.#forgetOthers(shared);
    return next;
  }

  /** All requests of a sequence go to one version, as long as the same versions serve. */
  #chooseForSequence(
    shared: readonly ModelVersion[],
    total: number,
    id: string,
  ): ModelVersion | undefined {
    let hash = 2166136261;
    for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
    let place = ((hash >>> 0) / 2 ** 32) * total;
    return shared.find(({ version }) => (place -= this.#weight(version)) < 0) ?? shared.at(-1);
  }

  #forgetOthers(shared: readonly ModelVersion[]): void {
    if (this.#credit.size === shared.length) return;
    for (const version of this.#credit.keys()) {
      if (!shared.includes(version)) this.#credit.delete(version);
    }
  }

  #weight(version: string): number {
    return this.split[version] ?? 0;
  }
}

/** Throws INVALID_ARGUMENT with a sentence; `versions` are the serving ones. */
export function checkVersionSplit(
  model: string,
  split: VersionSplit,
  versions: readonly string[],
): void {
  const invalid = (message: string, field: string, value: unknown) =>
    new StatusError("INVALID_ARGUMENT", message, { details: { field, value } });
  const serving = versions.map((version) => `'${version}'`).join(", ") || "none";
  for (const [version, weight] of Object.entries(split)) {
    if (!versions.includes(version)) {
      throw invalid(
        `the version split of model '${model}' names version '${version}', which does not serve; these do: ${serving}`,
        version,
        weight,
      );
    }
    if (!(Number.isFinite(weight) && weight >= 0)) {
      throw invalid(
        `the version split of model '${model}' gives version '${version}' the weight ${String(weight)}; a weight is a number, 0 or more`,
        version,
        weight,
      );
    }
  }
  const weights = Object.values(split);
  if (weights.length > 0 && !weights.some((weight) => weight > 0)) {
    throw invalid(
      `the version split of model '${model}' gives no version a weight above 0; an empty split sends everything to the newest version`,
      "weights",
      weights,
    );
  }
}
