import { StatusError } from "../../base/status-error.ts";
import { oneLine } from "../../base/one-line.ts";
import type { CustomMetric, CustomMetricFamily, MetricKind } from "../types.ts";

const MAX_FAMILIES = 1000;
const MAX_METRICS = 10_000;
const MAX_LABELS = 64;
const MAX_BUCKETS = 1000;
const MAX_TEXT = 1024;
/** Prefixes of the server's own families. */
const RESERVED = /^(nv_|batchdeck_)/;

interface Metric {
  readonly family: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly bounds: readonly number[];
  /** By bucket bound, not cumulative; the last one is for values above all bounds. */
  readonly counts: number[];
  value: number;
  holders: number;
}

interface Family {
  readonly help: string;
  readonly kind: MetricKind;
  readonly metrics: Map<string, Metric>;
  holders: number;
}

interface MetricDescription {
  readonly family: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly buckets: readonly number[] | undefined;
}

/** The metrics that models report. Equal ones of several instances are one, which exists while one of them holds it. */
export class CustomMetrics {
  readonly #families = new Map<string, Family>();
  #count = 0;

  /** By name. */
  families(): CustomMetricFamily[] {
    return [...this.#families].map(([name, { help, kind, metrics }]) => ({
      name,
      help,
      kind,
      metrics: [...metrics.values()].map(exported),
    }));
  }

  /** The handles of one process, released by {@link MetricHandles.close}. */
  handles(): MetricHandles {
    return new MetricHandles(this);
  }

  /** Throws INVALID_ARGUMENT for a name that can't be exported, or that exists with another kind. */
  holdFamily(name: string, help: string, kind: string): void {
    if (!/^[a-zA-Z_:][a-zA-Z0-9_:]{0,199}$/.test(name) || RESERVED.test(name)) {
      throw invalid(
        `"${oneLine(name)}" can't be the name of a metric family: names are up to 200 letters, digits, _ and :, and don't begin with a digit, nv_ or batchdeck_`,
      );
    }
    const lower = kind.toLowerCase();
    if (!isKind(lower)) throw invalid(`a metric family has no kind ${oneLine(kind)}`);
    let family = this.#families.get(name);
    if (family !== undefined && family.kind !== lower) {
      throw invalid(`metric family '${name}' is a ${family.kind} already, not a ${lower}`);
    }
    if (family === undefined) {
      if (this.#families.size >= MAX_FAMILIES) throw tooMany("families", MAX_FAMILIES);
      family = {
        help: oneLine(help.slice(0, MAX_TEXT)),
        kind: lower,
        metrics: new Map(),
        holders: 0,
      };
      this.#families.set(name, family);
    }
    family.holders += 1;
  }

  releaseFamily(name: string): void {
    const family = this.#families.get(name);
    if (family === undefined) return;
    family.holders -= 1;
    if (family.holders === 0) this.#families.delete(name);
  }

  holdMetric({ family: name, labels, buckets }: MetricDescription): Metric {
    const family = this.#families.get(name);
    if (family === undefined) throw invalid(`there is no metric family '${oneLine(name)}'`);
    checkLabels(name, labels);
    const bounds = family.kind === "histogram" ? checkBounds(name, buckets) : [];
    const sorted = [...labels].sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify(sorted);
    let metric = family.metrics.get(key);
    if (metric === undefined) {
      if (this.#count >= MAX_METRICS) throw tooMany("metrics", MAX_METRICS);
      this.#count += 1;
      const counts = Array.from({ length: bounds.length + 1 }, () => 0);
      const own = Object.fromEntries(sorted);
      metric = { family: name, labels: own, bounds, counts, value: 0, holders: 0 };
      family.metrics.set(key, metric);
    }
    metric.holders += 1;
    return metric;
  }

  releaseMetric(metric: Metric): void {
    metric.holders -= 1;
    if (metric.holders > 0) return;
    const family = this.#families.get(metric.family);
    for (const [key, one] of family?.metrics ?? []) {
      if (one !== metric) continue;
      family?.metrics.delete(key);
      this.#count -= 1;
    }
  }

  kindOf(metric: Metric): MetricKind | undefined {
    return this.#families.get(metric.family)?.kind;
  }
}

/** The families and metrics that one process holds. */
export class MetricHandles {
  readonly #of: CustomMetrics;
  readonly #families: string[] = [];
  readonly #metrics = new Map<number, Metric>();
  #next = 1;

  constructor(of: CustomMetrics) {
    this.#of = of;
  }

  family(name: string, help: string, kind: string): void {
    this.#of.holdFamily(name, help, kind);
    this.#families.push(name);
  }

  /** The number by which the process refers to it. */
  metric(description: MetricDescription): number {
    const id = this.#next++;
    this.#metrics.set(id, this.#of.holdMetric(description));
    return id;
  }

  value(id: number): number {
    const metric = this.#metrics.get(id);
    if (metric === undefined) throw invalid(`there is no metric ${id}`);
    return metric.value;
  }

  /** Ignores operations that don't fit the metric's kind. */
  change(id: number, operation: string, value: number): void {
    const metric = this.#metrics.get(id);
    if (metric === undefined) return;
    const kind = this.#of.kindOf(metric);
    if (operation === "set" && kind === "gauge") metric.value = value;
    else if (operation === "increment" && kind === "gauge") metric.value += value;
    else if (operation === "increment" && kind === "counter" && !(value < 0)) metric.value += value;
    else if (operation === "observe" && kind === "histogram") observe(metric, value);
  }

  forget(id: number): void {
    const metric = this.#metrics.get(id);
    if (metric === undefined) return;
    this.#metrics.delete(id);
    this.#of.releaseMetric(metric);
  }

  close(): void {
    for (const id of this.#metrics.keys()) this.forget(id);
    for (const name of this.#families.splice(0)) this.#of.releaseFamily(name);
  }
}

function observe(metric: Metric, value: number): void {
  const found = metric.bounds.findIndex((bound) => value <= bound);
  const index = found < 0 ? metric.bounds.length : found;
  metric.counts[index] = (metric.counts[index] ?? 0) + 1;
  metric.value += value;
}

function exported({ labels, value, bounds, counts }: Metric): CustomMetric {
  if (counts.length === 1) return { labels, value };
  let count = 0;
  const buckets = [...bounds, Number.POSITIVE_INFINITY].map((bound, i) => ({
    bound,
    count: (count += counts[i] ?? 0),
  }));
  return { labels, value, buckets };
}

function isKind(kind: string): kind is MetricKind {
  return kind === "counter" || kind === "gauge" || kind === "histogram";
}

function checkLabels(family: string, labels: ReadonlyMap<string, string>): void {
  if (labels.size > MAX_LABELS) {
    throw invalid(
      `a metric of family '${family}' has ${labels.size} labels, at most ${MAX_LABELS}`,
    );
  }
  for (const [name, value] of labels) {
    const fits =
      /^[a-zA-Z_][a-zA-Z0-9_]{0,199}$/.test(name) && !name.startsWith("__") && name !== "le";
    if (!fits)
      throw invalid(`"${oneLine(name)}" can't be the name of a label of family '${family}'`);
    if (value.length > MAX_TEXT) {
      throw invalid(
        `label '${name}' of family '${family}' has ${value.length} characters, at most ${MAX_TEXT}`,
      );
    }
  }
}

function checkBounds(family: string, buckets: readonly number[] | undefined): readonly number[] {
  const bounds = buckets ?? [];
  const rises = bounds.every(
    (bound, i) => Number.isFinite(bound) && (i === 0 || bound > (bounds[i - 1] ?? 0)),
  );
  if (bounds.length > 0 && bounds.length <= MAX_BUCKETS && rises) return bounds;
  throw invalid(
    `the buckets of a histogram of family '${family}' are 1 to ${MAX_BUCKETS} rising numbers, got [${bounds.slice(0, 20).join(", ")}]`,
  );
}

function invalid(message: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", message);
}

function tooMany(what: string, most: number): StatusError {
  return new StatusError(
    "RESOURCE_EXHAUSTED",
    `models report ${most} metric ${what} already, the most there can be`,
  );
}
