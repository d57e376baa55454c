import type { Arrivals, ExperimentPlan, Load } from "../../main/contract/index.ts";
import { UsageError } from "./command.ts";
import { concurrencies, loadsOf, rates, searchOf } from "./measure-range-flags.ts";
import { integer, number, oneOf, wrong } from "./measure-values.ts";

export const loadOptions = {
  "concurrency-range": { type: "string" },
  "think-time": { type: "string", default: "0" },
  "request-rate-range": { type: "string" },
  concurrency: { type: "string" },
  "max-concurrency": { type: "string" },
  "request-rate": { type: "string" },
  burstiness: { type: "string" },
  "request-distribution": { type: "string", default: "constant" },
  "request-intervals": { type: "string" },
  "rate-profile": { type: "string" },
  bursts: { type: "string" },
  "binary-search": { type: "boolean", default: false },
  precision: { type: "string" },
} as const;

const LOADS = [
  "concurrency-range",
  "request-rate-range",
  "request-intervals",
  "rate-profile",
  "bursts",
] as const;

type LoadValues = { [Name in keyof typeof loadOptions]?: string | boolean | undefined };

/** `readFile` gives the text of --request-intervals. */
export function loadAndGoal(
  values: LoadValues,
  hasThreshold: boolean,
  readFile: (file: string) => string,
): Pick<ExperimentPlan, "load" | "goal"> {
  values = { ...values, ...renamed(values) };
  const name = (oneOf(values, LOADS) ?? "concurrency-range") as (typeof LOADS)[number];
  const text = (values[name] as string | undefined) ?? "1";
  if (values["binary-search"]) return search(values, name, text, hasThreshold);
  return { load: loadOf(values, name, text, hasThreshold, readFile), goal: { kind: "sweep" } };
}

/** aiperf's --concurrency and vllm's --max-concurrency; both have --request-rate, whose arrivals are Poisson or gamma. */
function renamed(values: LoadValues): LoadValues {
  const name = oneOf(values, ["concurrency", "max-concurrency"]) as "concurrency" | null;
  const rate = values["request-rate"] as string | undefined;
  const burstiness = values.burstiness as string | undefined;
  if (rate === undefined) {
    if (burstiness !== undefined) throw new UsageError("--burstiness needs --request-rate.");
    return name === null ? {} : { "concurrency-range": joined(values, name, "concurrency-range") };
  }
  if (name !== null) {
    throw new UsageError(
      `--${name} and --request-rate can't be combined: requests are sent on schedule, however many are in flight.`,
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
  oneOf(values, [name, range]);
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
    const goal = searchOf(concurrencies, text, precision);
    return { goal, load: { kind: "concurrency", levels: ends(goal), thinkMs: think(values) } };
  }
  const goal = searchOf(rates, text, precision);
  return { goal, load: { kind: "rate", rates: ends(goal), arrivals: arrivalsOf(values) } };
}

const ends = ({ least, most }: { least: number; most: number }) => [least, most];
const think = (values: LoadValues) =>
  number("--think-time", values["think-time"] as string, 0, 3_600_000);

function loadOf(
  values: LoadValues,
  name: (typeof LOADS)[number],
  text: string,
  hasThreshold: boolean,
  readFile: (file: string) => string,
): Load {
  switch (name) {
    case "concurrency-range":
      return {
        kind: "concurrency",
        levels: loadsOf(concurrencies, text, hasThreshold),
        thinkMs: think(values),
      };
    case "request-rate-range":
      return {
        kind: "rate",
        rates: loadsOf(rates, text, hasThreshold),
        arrivals: arrivalsOf(values),
      };
    case "request-intervals":
      return { kind: "intervals", micros: intervalsOf(text, readFile) };
    case "rate-profile":
      return { kind: "profile", parts: partsOf(text), arrivals: arrivalsOf(values) };
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

function arrivalsOf(values: LoadValues): Arrivals {
  const text = values["request-distribution"] as string;
  if (text === "constant" || text === "poisson") return { kind: text };
  const [kind, shape, ...more] = text.split(":");
  if (kind !== "gamma" || shape === undefined || more.length > 0) {
    return wrong("--request-distribution", text, "constant, poisson or gamma:BURSTINESS");
  }
  return { kind, burstiness: number("--request-distribution", shape, 0.01, 100) };
}

const FIGURES = /^[\d.]+(e[+-]?\d+)?(,[\d.]+(e[+-]?\d+)?)*$/i;

/** The gaps themselves, parted by commas, or a file with one in a line; µs. */
function intervalsOf(text: string, readFile: (file: string) => string): number[] {
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

function partsOf(text: string): Extract<Load, { kind: "profile" }>["parts"] {
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
