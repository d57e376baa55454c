/** Prometheus' text format, as prometheus_client writes it. */
export class Page {
  readonly #lines: string[] = [];

  declare(name: string, type: string, help: string): this {
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    return this;
  }

  sample(name: string, labels: Readonly<Record<string, string>>, value: number): this {
    const pairs = Object.entries(labels).map(([label, each]) => `${label}="${each}"`);
    this.#lines.push(`${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`);
    return this;
  }

  /** `values`: the observed values. */
  histogram(
    name: string,
    labels: Readonly<Record<string, string>>,
    bounds: readonly number[],
    values: readonly number[],
  ): this {
    const sum = values.reduce((all, value) => all + value, 0);
    this.sample(`${name}_sum`, labels, sum);
    for (const bound of bounds)
      this.sample(
        `${name}_bucket`,
        { le: bound.toFixed(1 + Math.max(0, -Math.floor(Math.log10(bound)))), ...labels },
        values.filter((value) => value <= bound).length,
      );
    this.sample(`${name}_bucket`, { le: "+Inf", ...labels }, values.length);
    return this.sample(`${name}_count`, labels, values.length);
  }

  get text(): string {
    return `${this.#lines.join("\n")}\n`;
  }
}
