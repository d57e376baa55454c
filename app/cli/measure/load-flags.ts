import type { Arrivals, ExperimentPlan, Load } from "../../../main/contract/index.ts";
import { UsageError } from "../command.ts";
import type { loadOptions } from "./flag-table.ts";
import { integer, number, positive, readChoice, wrong } from "./flag-values.ts";

const LOADS = [
  "concurrency-range",
  "request-rate-range",
  "request-intervals",
  "rate-profile",
  "bursts",
  "speed",
] as const;

type LoadValues = { [Name in keyof typeof loadOptions]?: string | boolean | undefined } & {
  readonly trace?: string | undefined;
  readonly "trace-format"?: string | undefined;
};

/** `readFile` returns the text of --request-intervals. */
export function loadAndGoal(
  values: LoadValues,
  hasThreshold: boolean,
  readFile: (file: string) => string,
): Pick<ExperimentPlan, "load" | "goal"> {
  values = { ...values, ...renamed(values) };
  const name = (readChoice(values, LOADS) ?? defaultLoad(values)) as (typeof LOADS)[number];
  const text = (values[name] as string | undefined) ?? "1";
  if (values["binary-search"]) return search(values, name, text, hasThreshold);
  return {
    load: readLoad(values, name, { text, hasThreshold, readFile }),
    goal: { kind: "sweep" },
  };
}

/** A trace is replayed with its own schedule, if it has one. */
function defaultLoad(values: LoadValues): (typeof LOADS)[number] {
  if (values.trace === undefined) return "concurrency-range";
  if (values["trace-format"] !== "sharegpt") return "speed";
  throw new UsageError(
    "--trace-format is sharegpt, which does not record when requests arrived; give --request-rate or --concurrency.",
  );
}

/**
 * aiperf's --concurrency and vllm's --max-concurrency; both have --request-rate with Poisson or
 * gamma arrivals.
 */
function renamed(values: LoadValues): LoadValues {
  const name = readChoice(values, ["concurrency", "max-concurrency"]) as "concurrency" | null;
  const rate = values["request-rate"] as string | undefined;
  const burstiness = values.burstiness as string | undefined;
  if (rate === undefined) {
    if (burstiness !== undefined) throw new UsageError("--burstiness needs --request-rate.");
    return name === null ? {} : { "concurrency-range": joined(values, name, "concurrency-range") };
  }
  if (name !== null) {
    throw new UsageError(
      `--${name} and --request-rate can't be combined: requests are sent on schedule, regardless of how many are in flight.`,
    );
  }
  if (/^inf(inity)?$/i.test(rate))
    return wrong("--request-rate", rate, "finite; for all at once give --concurrency");
  const shape = Number(burstiness ?? "1");
  return {
    "request-rate-range": joined(values, "request-rate", "request-rate-range"),
    "request-distribution": shape === 1 ? "poisson" : `gamma:${burstiness}`,
  };
}

function joined(
  values: LoadValues,
  name: "concurrency" | "request-rate",
  range: "concurrency-range" | "request-rate-range",
): string {
  readChoice(values, [name, range]);
  return values[name] as string;
}

function search(
  values: LoadValues,
  name: string,
  text: string,
  hasThreshold: boolean,
): Pick<ExperimentPlan, "load" | "goal"> {
  if (name !== "concurrency-range" && name !== "request-rate-range") {
    throw new UsageError(
      `--binary-search looks for a concurrency or a rate; it does not go with --${name}.`,
    );
  }
  if (!hasThreshold) {
    throw new UsageError("--binary-search needs --latency-threshold; give the limit in ms.");
  }
  const given = values.precision as string | undefined;
  const precision = given === undefined ? null : number("--precision", given, 0.01, 0.5);
  if (name === "concurrency-range") {
    const goal = readSearch(concurrencies, text, precision);
    return { goal, load: { kind: "concurrency", levels: ends(goal), ...clientDelays(values) } };
  }
  const goal = readSearch(rates, text, precision);
  return { goal, load: { kind: "rate", rates: ends(goal), arrivals: readArrivals(values) } };
}

const ends = ({ least, most }: { least: number; most: number }) => [least, most];
function clientDelays(values: LoadValues): { thinkMs: number; paceMs?: number } {
  const thinkMs = number("--think-time", values["think-time"] as string, 0, 3_600_000);
  const pace = values.pace as string | undefined;
  return pace === undefined
    ? { thinkMs }
    : { thinkMs, paceMs: positive("--pace", pace, 3_600_000) };
}

interface LoadText {
  readonly text: string;
  readonly hasThreshold: boolean;
  readonly readFile: (file: string) => string;
}

function readLoad(
  values: LoadValues,
  name: (typeof LOADS)[number],
  { text, hasThreshold, readFile }: LoadText,
): Load {
  switch (name) {
    case "concurrency-range":
      return {
        kind: "concurrency",
        levels: readLoads(concurrencies, text, hasThreshold),
        ...clientDelays(values),
      };
    case "request-rate-range":
      return {
        kind: "rate",
        rates: readLoads(rates, text, hasThreshold),
        arrivals: readArrivals(values),
      };
    case "request-intervals":
      return { kind: "intervals", micros: readIntervals(text, readFile) };
    case "rate-profile":
      return { kind: "profile", parts: readProfileParts(text), arrivals: readArrivals(values) };
    case "speed":
      return { kind: "trace", speeds: readSpeeds(text) };
    case "bursts": {
      const [size, everyMs, ...more] = text.split(":");
      if (everyMs === undefined || more.length > 0) {
        return wrong("--bursts", text, "SIZE:MS, such as 100:1000 for 100 requests each second");
      }
      return {
        kind: "bursts",
        size: integer("--bursts", size ?? "", 1, 100_000),
        everyMs: number("--bursts", everyMs, 1, Number.MAX_SAFE_INTEGER),
      };
    }
  }
}

function readSpeeds(text: string): number[] {
  const speeds = text.split(",").map((each) => number("--speed", each, 0.001, 1000));
  return speeds.length <= MAX_STEPS
    ? speeds
    : wrong("--speed", text, `of at most ${MAX_STEPS} speeds`);
}

export function readArrivals(values: Pick<LoadValues, "request-distribution">): Arrivals {
  const text = values["request-distribution"] as string;
  if (text === "constant" || text === "poisson") return { kind: text };
  const [kind, shape, ...more] = text.split(":");
  if (kind !== "gamma" || shape === undefined || more.length > 0) {
    return wrong("--request-distribution", text, "constant, poisson or gamma:BURSTINESS");
  }
  return { kind, burstiness: number("--request-distribution", shape, 0.01, 100) };
}

const FIGURES = /^[\d.]+(e[+-]?\d+)?(,[\d.]+(e[+-]?\d+)?)*$/i;

/** The gaps in µs, separated by commas, or a file with one per line. */
export function readIntervals(text: string, readFile: (file: string) => string): number[] {
  const flag = "--request-intervals";
  const isList = FIGURES.test(text);
  const lines = isList ? text.split(",") : readFile(text).split(/\r?\n/);
  const micros = lines.flatMap((line, i) => {
    const figure = line.trim();
    if (figure === "" && !isList) return [];
    return number(isList ? flag : `${flag}, line ${i + 1} of '${text}',`, figure, 0, 1e12);
  });
  if (micros.length > 1_000_000 || micros.length === 0) {
    throw new UsageError(`${flag} holds ${micros.length} gaps; it must hold 1 to 1000000.`);
  }
  return micros;
}

function readProfileParts(text: string): Extract<Load, { kind: "profile" }>["parts"] {
  const flag = "--rate-profile";
  const right = "SECONDS:FROM:TO, separated by commas, such as 30:0:200,60:200:200";
  const parts = text.split(",").map((part) => {
    const [seconds, from, to, ...more] = part.split(":");
    if (to === undefined || more.length > 0) return wrong(flag, text, right);
    return {
      seconds: number(flag, seconds ?? "", 0.1, 3600),
      from: number(flag, from ?? "", 0, 1_000_000),
      to: number(flag, to, 0, 1_000_000),
    };
  });
  return parts.length <= 100 ? parts : wrong(flag, text, "of at most 100 parts");
}

/** Maximum number of steps in a plan. */
const MAX_STEPS = 64;

interface RangeKind {
  readonly flag: string;
  readonly one: (text: string) => number;
  readonly example: string;
}

const concurrencies: RangeKind = {
  flag: "--concurrency-range",
  one: (text) => integer("--concurrency-range", text, 1, 4096),
  example: "1:8:1",
};

const rates: RangeKind = {
  flag: "--request-rate-range",
  one: (text) => number("--request-rate-range", text, 0.01, 1_000_000),
  example: "100:500:100",
};

interface Range {
  readonly start: number;
  /** Null if open: up to the latency threshold. */
  readonly end: number | null;
  readonly step: number;
  readonly hasEnd: boolean;
  readonly hasStep: boolean;
}

function readRange({ flag, one, example }: RangeKind, text: string): Range {
  const [start, end, step, ...more] = text.split(":");
  if (start === undefined || more.length > 0) {
    wrong(flag, text, `START:END:STEP, such as ${example}`);
  }
  const first = one(start as string);
  const isOpen = end !== undefined && /^0+(\.0*)?$/.test(end);
  const last = end === undefined ? first : isOpen ? null : one(end);
  if (last !== null && last < first) {
    throw new UsageError(
      `${flag} is '${text}'; its end ${last} must not be below its start ${first}.`,
    );
  }
  return {
    start: first,
    end: last,
    step: step === undefined ? 1 : one(step),
    hasEnd: end !== undefined,
    hasStep: step !== undefined,
  };
}

/**
 * START, START:END, START:END:STEP, or a list such as 1,8,32. An END of 0 needs a threshold, at
 * which the run ends.
 */
function readLoads(kind: RangeKind, text: string, hasThreshold: boolean): number[] {
  if (text.includes(",")) return limited(kind, text, text.split(",").map(kind.one));
  const { start, end, step } = readRange(kind, text);
  if (end === null && !hasThreshold) {
    throw new UsageError(
      `${kind.flag} is '${text}': an end of 0 goes up to the latency threshold; give --latency-threshold.`,
    );
  }
  if (end === null)
    return Array.from({ length: MAX_STEPS }, (_, i) => start + i * step).filter(isLoad(kind));
  const count = Math.floor((end - start) / step + 1e-9) + 1;
  if (count > MAX_STEPS) return limited(kind, text, { length: count });
  return Array.from({ length: count }, (_, i) => start + i * step);
}

/** Both ends of a search, and its relative precision. */
function readSearch(kind: RangeKind, text: string, precision: number | null) {
  const { start, end, step, hasEnd, hasStep } = readRange(kind, text);
  if (!hasEnd || end === null) {
    throw new UsageError(
      `${kind.flag} is '${text}', but --binary-search needs both ends, such as ${kind.example.split(":").slice(0, 2).join(":")}.`,
    );
  }
  const fromStep = hasStep ? Math.min(0.5, Math.max(0.01, step / end)) : 0.05;
  return { kind: "search" as const, least: start, most: end, precision: precision ?? fromStep };
}

function limited(kind: RangeKind, text: string, values: ArrayLike<number>): number[] {
  if (values.length <= MAX_STEPS) return Array.from(values);
  return wrong(
    kind.flag,
    text,
    `of at most ${MAX_STEPS} loads, and these are ${values.length}: take a larger step`,
  );
}

const isLoad = (kind: RangeKind) => (value: number) =>
  value <= (kind === concurrencies ? 4096 : 1_000_000);
