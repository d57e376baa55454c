import { type MetricSample, parseMetrics } from "../../metrics/metrics-text.ts";

/** Samples of one metric, under the name by which this version of the server exports it. */
export interface Found {
  readonly name: string;
  readonly samples: readonly MetricSample[];
}

/**
 * One answer in Prometheus' text format, read once, asked by name. Samples that are no numbers are left out. A metric
 * whose type is declared but that has no samples yet counts as exported: nothing has happened yet.
 */
export class Exposition {
  readonly text: string;
  readonly #byName: ReadonlyMap<string, readonly MetricSample[]>;
  readonly #declared: ReadonlySet<string>;
  /** By name and label, then by the label's value. */
  readonly #labelled = new Map<string, ReadonlyMap<string | undefined, readonly MetricSample[]>>();

  /** `want`: which names are read at all. */
  constructor(text: string, want?: (name: string) => boolean) {
    this.text = text;
    this.#declared = new Set([...text.matchAll(/^# TYPE ([^ ]+) /gm)].map(([, name = ""]) => name));
    const samples = parseMetrics(text, want).filter(({ value }) => Number.isFinite(value));
    this.#byName = Map.groupBy(samples, ({ name }) => name);
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** The first of these names that is exported; with each, a counter's `_total` too. */
  find(names: readonly string[]): Found | null {
    for (const base of names) {
      for (const name of [base, `${base}_total`]) {
        if (this.#byName.has(name) || this.#declared.has(name))
          return { name, samples: this.samples(name) };
      }
    }
    return null;
  }

  /** The first of these histograms or summaries that is exported; its base name. */
  findDistribution(names: readonly string[]): string | null {
    return (
      names.find((name) => this.#byName.has(`${name}_count`) || this.#declared.has(name)) ?? null
    );
  }

  /** Samples of `name` whose `label` has `value`. Asked for each of many models, it reads the page once. */
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
    return this.#byName.get(name) ?? [];
  }
}
