import { finish } from "../../../../base/steps.ts";
import {
  type MetricSample,
  type MetricsText,
  metricsTextSteps,
  readMetricsText,
} from "../../metrics/metrics-text.ts";

/** Samples of one metric, under the name that this version of the server exports. */
export interface Found {
  readonly name: string;
  readonly samples: readonly MetricSample[];
}

/**
 * A page in Prometheus' text format, parsed once, queried by name. Samples that are not numbers are left out. A metric
 * with a declared type but no samples counts as exported: nothing has happened yet.
 */
export class Exposition {
  readonly text: string;
  /** Includes samples that are not numbers. */
  readonly read: MetricsText;
  readonly #finite = new Map<string, readonly MetricSample[]>();
  /** By name and label, then by the label's value. */
  readonly #labelled = new Map<string, ReadonlyMap<string | undefined, readonly MetricSample[]>>();

  /** `read`: the parsed `text`; without it, all of it is parsed now. */
  constructor(text: string, read: MetricsText = finish(metricsTextSteps(text))) {
    this.text = text;
    this.read = read;
  }

  /** Parses `text`, yielding to the event loop. `want`: which names to parse. */
  static async of(text: string, want?: (name: string) => boolean): Promise<Exposition> {
    return new Exposition(text, await readMetricsText(text, want));
  }

  get names(): readonly string[] {
    return [...this.read.samples.keys()].filter((name) => this.#has(name));
  }

  /** The first of these names that is exported; for each, also with `_total`. */
  find(names: readonly string[]): Found | null {
    for (const base of names) {
      for (const name of [base, `${base}_total`]) {
        if (this.#has(name) || this.read.types.has(name))
          return { name, samples: this.samples(name) };
      }
    }
    return null;
  }

  /** The first of these histograms or summaries that is exported, by base name. */
  findDistribution(names: readonly string[]): string | null {
    return names.find((name) => this.#has(`${name}_count`) || this.read.types.has(name)) ?? null;
  }

  /** Samples of `name` whose `label` equals `value`. Indexed, so that many models cost one pass over the page. */
  labelled(name: string, label: string, value: string): readonly MetricSample[] {
    const key = `${name} ${label}`;
    let groups = this.#labelled.get(key);
    if (groups === undefined) {
      groups = Map.groupBy(this.find([name])?.samples ?? [], ({ labels }) => labels[label]);
      this.#labelled.set(key, groups);
    }
    return groups.get(value) ?? [];
  }

  /** Exactly this name; none: empty. */
  samples(name: string): readonly MetricSample[] {
    const known = this.#finite.get(name);
    if (known) return known;
    const all = this.read.samples.get(name) ?? [];
    const isFinite = ({ value }: MetricSample) => Number.isFinite(value);
    const finite = all.every(isFinite) ? all : all.filter(isFinite);
    this.#finite.set(name, finite);
    return finite;
  }

  #has(name: string): boolean {
    return this.samples(name).length > 0;
  }
}
