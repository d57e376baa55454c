type Labels = Readonly<Record<string, string>>;

/** One sample in Prometheus' text format. */
export function sample(name: string, labels: Labels, value: number): string {
  const inner = Object.entries(labels).map(([key, each]) => `${key}="${each}"`);
  return `${name}{${inner.join(",")}} ${value}`;
}

/** A histogram's lines: cumulative counts by upper bound; the last count is that of +Inf. */
export function histogram(
  name: string,
  labels: Labels,
  buckets: readonly (readonly [bound: number, count: number])[],
  sum: number,
): string[] {
  const count = buckets.at(-1)?.[1] ?? 0;
  return [
    ...buckets.map(([bound, each]) =>
      sample(`${name}_bucket`, { ...labels, le: String(bound) }, each),
    ),
    sample(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
    sample(`${name}_sum`, labels, sum),
    sample(`${name}_count`, labels, count),
  ];
}

/** A page of lines. */
export function page(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
