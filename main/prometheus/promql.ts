import type { Labels } from "./api.ts";

/** A text in PromQL, quoted. */
export function quoted(text: string): string {
  return `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n")}"`;
}

/** Label matchers without braces: instance="a:1",job="b". Names that PromQL does not allow unquoted are quoted (UTF-8 names). */
export function matchersOf(labels: Labels): string {
  return Object.entries(labels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${labelName(name)}=${quoted(value)}`)
    .join(",");
}

const labelName = (name: string) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : quoted(name));

/** A time range as PromQL writes it, of whole milliseconds. */
export function durationText(ms: number): string {
  const whole = Math.max(1, Math.round(ms));
  return whole % 1000 === 0 ? `${whole / 1000}s` : `${whole}ms`;
}

export interface QueryVariables {
  /** For `$labels`; null: the server has no link. */
  readonly labels: Labels | null;
  readonly stepMs: number;
  readonly scrapeMs: number;
}

/** Whether a query has `$labels` in it. */
export const usesLabels = (query: string) => /\$(labels\b|\{labels\})/.test(query);

/**
 * A query with its variables replaced (PROM-13): `$labels`, each label by its name, such as `$pod`, and `$__interval` and
 * `$__rate_interval` as Grafana has them. What is no variable stays as it is.
 */
export function withVariables(query: string, { labels, stepMs, scrapeMs }: QueryVariables): string {
  const values = new Map([
    ...Object.entries(labels ?? {}).map(
      ([name, value]) => [name, quoted(value).slice(1, -1)] as const,
    ),
    ...(labels === null ? [] : [["labels", matchersOf(labels)] as const]),
    ["__interval", durationText(stepMs)] as const,
    ["__rate_interval", durationText(Math.max(stepMs + scrapeMs, 4 * scrapeMs))] as const,
  ]);
  return query.replace(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (whole, braced?: string, plain?: string) => values.get(braced ?? plain ?? "") ?? whole,
  );
}
