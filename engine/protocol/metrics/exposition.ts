/** Prometheus' text format, version 0.0.4. */

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** Shared between samples with the same labels: their text is formatted once per object. */
  readonly labels: Labels;
  /** A label in addition to those. */
  readonly extra?: readonly [name: string, value: string];
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

/** Families without samples are left out, as in Triton. */
export function exposition(families: readonly Family[]): string {
  const texts = new Map<Labels, LabelText>();
  let text = "";
  for (const { name, help, type, samples } of families) {
    if (samples.length === 0) continue;
    text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    for (const { labels, extra, value, suffix = "" } of samples) {
      let known = texts.get(labels);
      if (known === undefined) texts.set(labels, (known = new LabelText(labels)));
      text += `${name}${suffix}${extra ? known.with(extra) : known.text} ${number(value)}\n`;
    }
  }
  return text;
}

/** Labels as text, by name. */
class LabelText {
  readonly text: string;
  readonly #pairs: readonly string[];
  readonly #names: readonly string[];
  /** The text before and after a label whose name isn't among them. */
  readonly #around = new Map<string, readonly [string, string]>();

  constructor(labels: Labels) {
    this.#names = Object.keys(labels).sort();
    this.#pairs = this.#names.map((name) => pair(name, labels[name] ?? ""));
    this.text = this.#pairs.length === 0 ? "" : `{${this.#pairs.join(",")}}`;
  }

  with([name, value]: readonly [string, string]): string {
    let around = this.#around.get(name);
    if (around === undefined) this.#around.set(name, (around = this.#split(name)));
    return `${around[0]}${pair(name, value)}${around[1]}`;
  }

  #split(name: string): readonly [string, string] {
    const found = this.#names.findIndex((other) => other > name);
    const at = found < 0 ? this.#names.length : found;
    const before = this.#pairs.slice(0, at).map((text) => `${text},`);
    const after = this.#pairs.slice(at).map((text) => `,${text}`);
    return [`{${before.join("")}`, `${after.join("")}}`];
  }
}

const pair = (name: string, value: string): string => `${name}="${escaped(value)}"`;

function escaped(label: string): string {
  if (!/[\\"\n]/.test(label)) return label;
  return label.replace(/[\\"\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`));
}

function number(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  if (value === Number.NEGATIVE_INFINITY) return "-Inf";
  return String(value);
}
