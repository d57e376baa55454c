/** Prometheus' text format, version 0.0.4. */

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
  /** Appended to the family's name, e.g. "_bucket". */
  readonly suffix?: string;
}

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

export const EXPOSITION_TYPE = "text/plain; charset=utf-8";

/** Families without a sample are left out, as Triton leaves them out. */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map((sample) => line(name, sample)),
        "",
      ].join("\n"),
    )
    .join("");
}

function line(name: string, { labels, value, suffix = "" }: Sample): string {
  const pairs = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = pairs.map(([key, label]) => `${key}="${escaped(label)}"`).join(",");
  return `${name}${suffix}${text === "" ? "" : `{${text}}`} ${number(value)}`;
}

function escaped(label: string): string {
  return label.replace(/[\\"\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`));
}

function number(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  if (value === Number.NEGATIVE_INFINITY) return "-Inf";
  return String(value);
}
