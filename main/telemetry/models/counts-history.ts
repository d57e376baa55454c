import type { ModelSample } from "../../contract/index.ts";
import { type ModelCounts, versionCountsBetween } from "./counts.ts";
import { mergeCounts } from "./merge-counts.ts";
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

/** What happened to each version of models that serve several, interval by interval, as far back as is kept. */
export class VersionHistory {
  /** By model and version. */
  readonly #versions = new Map<string, Map<string, CountsRing>>();

  /** Keeps what happened between two readings. */
  add(before: Reading, now: Reading): void {
    for (const model of new Set([...now.versions.values()].map((each) => each.model))) {
      const parts = versionCountsBetween(before, now, model);
      if (parts.size > 0) this.#keepVersions(model, parts);
    }
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
