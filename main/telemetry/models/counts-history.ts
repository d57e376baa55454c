import type { ModelSample } from "../../contract/index.ts";
import { type ModelCounts, versionCountsBetween } from "./counts.ts";
import { mergeCounts, sumVersions } from "./merge-counts.ts";
import type { Reading } from "./reading.ts";
import { sampleOf } from "./sample.ts";
import { CountsRing } from "./counts-ring.ts";

/** 30 minutes of one interval a second. */
const KEPT = 1800;

export interface VersionSample {
  readonly version: string;
  /** Null where nothing was read. */
  readonly sample: ModelSample | null;
}

/** What happened to each model of a server, interval by interval, as far back as is kept. */
export class History {
  readonly #models = new Map<string, CountsRing>();
  /** By model and version, of models that serve several. */
  readonly #versions = new Map<string, Map<string, CountsRing>>();

  /** Keeps what happened between two readings and tells each model's part. */
  add(before: Reading, now: Reading, tell: (model: string, counts: ModelCounts) => void): void {
    for (const model of new Set([...now.versions.values()].map((each) => each.model))) {
      const parts = versionCountsBetween(before, now, model);
      const counts = sumVersions([...parts.values()]);
      if (!counts) continue;
      const ring = this.#models.get(model) ?? new CountsRing(KEPT);
      this.#models.set(model, ring);
      ring.push(counts);
      this.#keepVersions(model, parts);
      tell(model, counts);
    }
  }

  newest(model: string, count: number): ModelCounts[] {
    return this.#models.get(model)?.newest(count) ?? [];
  }

  /** When the oldest interval of a model ends; null where there is none. */
  since(model: string): number | null {
    return this.#models.get(model)?.since ?? null;
  }

  /** Intervals that end in (from, to], ms since the epoch. */
  between(model: string, from: number, to: number): ModelCounts[] {
    return this.#models.get(model)?.between(from, to) ?? [];
  }

  /** The versions that serve together, each over (from, to] as one sample. */
  versions(model: string, from: number, to: number): VersionSample[] {
    return [...(this.#versions.get(model) ?? [])].map(([version, ring]) => {
      const counts = ring.between(from, to);
      return { version, sample: counts.length > 0 ? sampleOf(mergeCounts(counts)) : null };
    });
  }

  /** A version that no longer serves is kept no longer; what serves alone is the model itself. */
  #keepVersions(model: string, parts: ReadonlyMap<string, ModelCounts>): void {
    if (parts.size < 2) return void this.#versions.delete(model);
    const known = this.#versions.get(model);
    const rings = new Map<string, CountsRing>();
    for (const [version, counts] of parts) {
      const ring = known?.get(version) ?? new CountsRing(KEPT);
      ring.push(counts);
      rings.set(version, ring);
    }
    this.#versions.set(model, rings);
  }
}
