import { inSlices, type Steps } from "../../../base/steps.ts";

/** One line of a Prometheus text exposition. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A parsed Prometheus text exposition. */
export interface MetricsText {
  /** By name, each in the order of the text. Values may be NaN or infinite. */
  readonly samples: ReadonlyMap<string, readonly MetricSample[]>;
  /** The type that `# TYPE` declares for a name. */
  readonly types: ReadonlyMap<string, string>;
  readonly helps: ReadonlyMap<string, string>;
}

/** Max samples per exposition; a server with 1,000 models exports about 30,000. */
const MAX_SAMPLES = 200_000;
/** Longer lines are skipped. */
const MAX_LINE = 64 * 1024;
/** Lines between two checks of the time; less than a millisecond. */
const STEP_CHARS = 16 * 1024;

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
const VALUE = /[^ \t\r]*/y;
const ABOUT = /^#[ \t]*(TYPE|HELP)[ \t]+([a-zA-Z_:][a-zA-Z0-9_:]*)[ \t]*(.*?)\r?$/;

/**
 * Parses a Prometheus text exposition (version 0.0.4), yielding to the event loop. `want` selects samples by name, so
 * that the labels of others are not parsed. Timestamps and invalid lines are skipped: half of a page is better than
 * nothing.
 */
export function readMetricsText(
  text: string,
  want?: (name: string) => boolean,
): Promise<MetricsText> {
  return inSlices(metricsTextSteps(text, want));
}

/** Like {@link readMetricsText}, in steps. */
export function* metricsTextSteps(
  text: string,
  want: (name: string) => boolean = () => true,
): Steps<MetricsText> {
  const samples = new Map<string, MetricSample[]>();
  const types = new Map<string, string>();
  const helps = new Map<string, string>();
  let count = 0;
  let rest = STEP_CHARS;
  for (let start = 0; start < text.length && count < MAX_SAMPLES; ) {
    const end = text.indexOf("\n", start);
    const stop = end < 0 ? text.length : end;
    if (stop - start <= MAX_LINE) {
      const line = text.slice(start, stop);
      const sample = line.startsWith("#") ? null : parseLine(line, want);
      if (sample) {
        count += 1;
        const known = samples.get(sample.name);
        if (known) known.push(sample);
        else samples.set(sample.name, [sample]);
      } else {
        const [, word, name = "", said = ""] = ABOUT.exec(line) ?? [];
        if (word === "TYPE") types.set(name, said);
        if (word === "HELP")
          helps.set(
            name,
            said.replace(/\\([\\n])/g, (_, each: string) => ESCAPES[each] ?? each),
          );
      }
    }
    rest -= stop + 1 - start;
    start = stop + 1;
    if (rest <= 0) {
      rest = STEP_CHARS;
      yield;
    }
  }
  return { samples, types, helps };
}
function parseLine(line: string, want: (name: string) => boolean): MetricSample | null {
  const from = skipSpace(line, 0);
  NAME.lastIndex = from;
  const name = NAME.exec(line)?.[0];
  if (name === undefined || !want(name)) return null;
  const behind = skipSpace(line, from + name.length);
  const labels: Record<string, string> = {};
  const at = line[behind] === "{" ? parseLabels(line, behind + 1, labels) : behind;
  if (at === null) return null;
  VALUE.lastIndex = skipSpace(line, at);
  const value = parseValue(VALUE.exec(line)?.[0] ?? "");
  return value === null ? null : { name, labels, value };
}

/** Reads up to the closing brace; returns where the line continues, or null if the labels are invalid. */
function parseLabels(line: string, from: number, labels: Record<string, string>): number | null {
  let at = skipSpace(line, from);
  while (line[at] !== "}") {
    NAME.lastIndex = at;
    const name = NAME.exec(line)?.[0];
    if (name === undefined) return null;
    at = skipSpace(line, at + name.length);
    if (line[at] !== "=") return null;
    at = skipSpace(line, at + 1);
    if (line[at] !== '"') return null;
    const end = closingQuote(line, at + 1);
    if (end === null) return null;
    labels[name] = unescape(line.slice(at + 1, end));
    at = skipSpace(line, end + 1);
    if (line[at] === ",") at = skipSpace(line, at + 1);
    else if (line[at] !== "}") return null;
  }
  return at + 1;
}

function closingQuote(line: string, from: number): number | null {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 1)) {
    let escapes = 0;
    while (at - escapes > from && line[at - escapes - 1] === "\\") escapes++;
    if (escapes % 2 === 0) return at;
  }
  return null;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", "\\": "\\", '"': '"' };

function unescape(text: string): string {
  return !text.includes("\\")
    ? text
    : text.replace(/\\(.)/g, (whole, each: string) => ESCAPES[each] ?? whole);
}

/** Go and JavaScript spell special floating-point values differently. */
function parseValue(text: string): number | null {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (/^[+-]?inf$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return /^nan$/i.test(text) ? Number.NaN : null;
}

function skipSpace(line: string, from: number): number {
  let at = from;
  while (line[at] === " " || line[at] === "\t") at++;
  return at;
}
