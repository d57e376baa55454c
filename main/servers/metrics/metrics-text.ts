/** One line of a Prometheus text exposition. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Of one exposition at most so many samples are read; a server with 1,000 models exposes about 30,000. */
const MAX_SAMPLES = 200_000;

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;

/**
 * The samples of a Prometheus text exposition (version 0.0.4), in order. `want` chooses by name, so that the
 * labels of the others are not read. Comments, timestamps and lines that are none are passed over: half of what a
 * server says is better than nothing.
 */
export function parseMetrics(
  text: string,
  want: (name: string) => boolean = () => true,
): MetricSample[] {
  const samples: MetricSample[] = [];
  let start = 0;
  while (start < text.length && samples.length < MAX_SAMPLES) {
    const end = text.indexOf("\n", start);
    const stop = end < 0 ? text.length : end;
    const sample = parseLine(text.slice(start, stop), want);
    if (sample) samples.push(sample);
    start = stop + 1;
  }
  return samples;
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
  const [figure = ""] = line.slice(skipSpace(line, at)).split(/[ \t\r]/, 1);
  const value = parseValue(figure);
  return value === null ? null : { name, labels, value };
}

/** Reads up to the closing brace; where the line goes on, or null where the labels are none. */
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
  for (let at = from; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === '"') return at;
  }
  return null;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", "\\": "\\", '"': '"' };

function unescape(text: string): string {
  return text.replace(/\\(.)/g, (whole, each: string) => ESCAPES[each] ?? whole);
}

/** Go's floating-point words stand for what JavaScript writes otherwise. */
function parseValue(text: string): number | null {
  if (/^[+-]?inf$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return Number.NaN;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

function skipSpace(line: string, from: number): number {
  let at = from;
  while (line[at] === " " || line[at] === "\t") at++;
  return at;
}

export type MetricType = "counter" | "gauge" | "histogram" | "summary" | "untyped";

/** A metric with what the exposition says of it, and all its samples. */
export interface MetricFamily {
  readonly name: string;
  readonly type: MetricType;
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

const ABOUT = /^#[ \t]*(TYPE|HELP)[ \t]+([a-zA-Z_:][a-zA-Z0-9_:]*)[ \t]*(.*?)\r?$/gm;
const TYPES: readonly string[] = ["counter", "gauge", "histogram", "summary"];
const PARTS = /_(bucket|sum|count)$/;

/**
 * The metrics of an exposition, in order. The samples NAME_bucket, NAME_sum and NAME_count belong to the histogram or
 * summary NAME. OpenMetrics' names without `_total` are found for counters, too.
 */
export function parseFamilies(text: string): MetricFamily[] {
  const families = new Map<string, MetricSample[]>();
  const types = new Map<string, MetricType>();
  const helps = new Map<string, string>();
  for (const [, word, name = "", rest = ""] of text.matchAll(ABOUT)) {
    if (word === "HELP")
      helps.set(
        name,
        rest.replace(/\\([\\n])/g, (_, each) => ESCAPES[each] ?? each),
      );
    else if (TYPES.includes(rest)) types.set(name, rest as MetricType);
  }
  for (const sample of parseMetrics(text)) {
    const base = sample.name.replace(PARTS, "");
    const whole = types.get(base);
    const name = whole === "histogram" || whole === "summary" ? base : sample.name;
    const known = families.get(name);
    if (known) known.push(sample);
    else families.set(name, [sample]);
  }
  return [...families].map(([name, samples]) => {
    const declared = types.has(name) ? name : name.replace(/_total$/, "");
    return {
      name,
      type: types.get(declared) ?? "untyped",
      help: helps.get(declared) ?? "",
      samples,
    };
  });
}
