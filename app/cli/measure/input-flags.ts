import {
  type Distribution,
  type InputSource,
  parseShape,
  type Reuse,
  type Traffic,
} from "../../../main/contract/index.ts";
import { decodeName } from "../../../main/lab/measuring.ts";
import { UsageError } from "../command.ts";
import { readOpenAiSource } from "./chat-flags.ts";
import type { inputOptions, trafficOptions } from "./flag-table.ts";
import {
  afterColon,
  atEquals,
  integer,
  number,
  readChoice,
  optional,
  positive,
  wrong,
} from "./flag-values.ts";

type TrafficValues = {
  [Name in keyof typeof trafficOptions]?: string | boolean | string[] | undefined;
};

const MOST = 2 ** 31 - 1;
const DISTINCT_INPUTS = "32";
/** perf_analyzer's. */
const SEQUENCE_LENGTH = "20";
/** A repeated prompt is in the prefix cache. */
const DISTINCT_PROMPTS = "1000";

/** Defaults for a kind of requests, once its model is known. */
export interface TrafficDefaults extends InputDefaults {
  /** For a sequence model. */
  readonly sequence: NonNullable<Traffic["sequence"]>;
}

export function toTraffic(values: TrafficValues): { traffic: Traffic; defaults: TrafficDefaults } {
  const text = (name: keyof TrafficValues) => values[name] as string;
  const maybe = (name: keyof TrafficValues) => values[name] as string | undefined;
  if (!values["model-name"]) {
    throw new UsageError("-m is missing; name the model to measure, such as -m ranker.");
  }
  const chat = readOpenAiSource(values);
  const tensors = readInputs(values as Parameters<typeof readInputs>[0]);
  const distinct = maybe("distinct-inputs") ?? (chat ? DISTINCT_PROMPTS : DISTINCT_INPUTS);
  const traffic: Traffic = {
    model: text("model-name"),
    modelVersion: text("model-version"),
    weight: number("--weight", text("weight"), Number.MIN_VALUE, 1_000_000),
    batchSize: integer("-b", text("batch-size"), 1, MOST),
    shapes: Object.fromEntries(((values.shape as string[] | undefined) ?? []).map(readShape)),
    inputs: chat ?? tensors.inputs,
    distinctInputs: integer("--distinct-inputs", distinct, 1, 100_000),
    reuse: readReuse(values),
    deadlineMs: optional(maybe("deadline"), (ms) => positive("--deadline", ms, 3_600_000)),
    priority: integer("--priority", text("priority"), 0, 1_000_000),
    timeoutMicros: optional(maybe("queue-timeout"), (micros) =>
      integer("--queue-timeout", micros, 1, Number.MAX_SAFE_INTEGER),
    ),
    sequence: optional(maybe("sequence-length"), (lengths) =>
      readSequence(lengths, maybe("sequence-length-variation")),
    ),
    checkOutputs: values["check-outputs"] === true,
  };
  const sequence = readSequence(SEQUENCE_LENGTH, maybe("sequence-length-variation"));
  return { traffic, defaults: { ...tensors.defaults, sequence } };
}

const SHAPE_FORM = "NAME:D1,D2, such as --shape ids:64 or --shape image:3x224x224";

function readShape(text: string): [name: string, shape: number[]] {
  const [name, dims] = afterColon("--shape", text, SHAPE_FORM);
  if (dims === "") return [name, []];
  const shape = parseShape(dims);
  return shape ? [name, shape] : wrong("--shape", text, SHAPE_FORM);
}

function readReuse(values: TrafficValues): Reuse {
  const kind = readChoice(values, ["duplicates", "zipf"]);
  if (kind === "duplicates") {
    return { kind, share: number("--duplicates", values.duplicates as string, 0, 1) };
  }
  if (kind === "zipf") return { kind, exponent: number("--zipf", values.zipf as string, 0, 5) };
  return { kind: "turns" };
}

/** perf_analyzer's length with a variation of 20 %, or SHORTEST:LONGEST. */
function readSequence(
  lengths: string,
  variation: string | undefined,
): NonNullable<Traffic["sequence"]> {
  const one = (text: string) => integer("--sequence-length", text, 1, 100_000);
  if (lengths.includes(":")) {
    const [shortest, longest] = afterColon("--sequence-length", lengths, "N or SHORTEST:LONGEST");
    return { shortest: one(shortest), longest: one(longest) };
  }
  const share = number("--sequence-length-variation", variation ?? "20", 0, 100) / 100;
  const base = one(lengths);
  return {
    shortest: Math.max(1, Math.round(base * (1 - share))),
    longest: Math.min(100_000, Math.round(base * (1 + share))),
  };
}

type InputValues = { [Name in keyof typeof inputOptions]?: string | string[] | undefined };

/** Defaults for inputs that aren't named, once the model has reported them. */
export interface InputDefaults {
  readonly zeros: boolean;
  readonly stringLength: number | null;
}

export function readInputs(values: InputValues): { inputs: InputSource; defaults: InputDefaults } {
  const data = many(values["input-data"]);
  if (data.length > 1) {
    throw new UsageError(
      `--input-data is given ${data.length} times, but can be given only once: put the data into one file.`,
    );
  }
  const path = data[0] === "zero" || data[0] === "random" ? undefined : data[0];
  const source = readChoice({ ...values, "input-data": path }, [
    "input-data",
    "input",
    "numpy",
    "images",
    "csv",
  ]);
  if (source !== null && source !== "input") refuseStrays(values, source, data[0]);
  const length = text(values, "string-length");
  return {
    inputs: readSource(values, source, path),
    defaults: {
      zeros: data[0] === "zero",
      stringLength: length === undefined ? null : integer("--string-length", length, 1, 65_536),
    },
  };
}

function readSource(
  values: InputValues,
  source: string | null,
  path: string | undefined,
): InputSource {
  switch (source) {
    case "input-data":
      return { kind: "perf-analyzer", path: path as string };
    case "numpy":
      return { kind: "numpy", files: pairs("--numpy", values.numpy, "NAME=FILE", (file) => file) };
    case "images":
      return readImages(values);
    case "csv": {
      const columns = pairs("--columns", values.columns, "INPUT=COLUMN,COLUMN", (names) =>
        names.split(",").map(decodeName),
      );
      return { kind: "csv", path: text(values, "csv") as string, columns };
    }
    default: {
      const byInput = pairs("--input", values.input, "NAME=zeros", (words, whole) =>
        readDistribution(words, whole),
      );
      return { kind: "generated", byInput };
    }
  }
}

function readImages(values: InputValues): InputSource {
  const input = text(values, "images-input");
  if (input === undefined) {
    throw new UsageError("--images needs --images-input; name the input that takes the images.");
  }
  const scaling = text(values, "image-scaling") ?? "none";
  const scalings = ["none", "unit", "inception", "imagenet"] as const;
  const known = scalings.find((each) => each === scaling);
  if (!known) return wrong("--image-scaling", scaling, scalings.join(", "));
  return { kind: "images", folder: text(values, "images") as string, input, scaling: known };
}

/** Flags that have no meaning with this source. */
function refuseStrays(values: InputValues, source: string, data: string | undefined): void {
  const [stray] = ["string-length" as const].filter((name) => values[name] !== undefined);
  if (stray)
    throw new UsageError(`--${stray} is for generated inputs, and these come from --${source}.`);
  if (source !== "input-data" && data !== undefined) {
    throw new UsageError(`--input-data and --${source} exclude each other; give one of them.`);
  }
}

function readDistribution(words: string, whole: string): Distribution {
  const [kind, ...figures] = words.split(":");
  const right =
    "NAME=auto, zeros, uniform:LEAST:MOST, normal:MEAN:DEVIATION, tokens:BELOW or texts:SHORTEST:LONGEST";
  const figure = (i: number, least = -Number.MAX_VALUE) =>
    number("--input", figures[i] ?? "", least, Number.MAX_VALUE);
  const expected = { auto: 0, zeros: 0, uniform: 2, normal: 2, tokens: 1, texts: 2 }[kind ?? ""];
  if (expected !== figures.length) return wrong("--input", whole, right);
  switch (kind) {
    case "uniform":
      return { kind, least: figure(0), most: figure(1) };
    case "normal":
      return { kind, mean: figure(0), deviation: figure(1, 0) };
    case "tokens":
      return { kind, below: integer("--input", figures[0] ?? "", 1, Number.MAX_SAFE_INTEGER) };
    case "texts": {
      const length = (i: number) => integer("--input", figures[i] ?? "", 0, 65_536);
      return { kind, shortest: length(0), longest: length(1) };
    }
    default:
      return { kind: kind as "auto" | "zeros" };
  }
}

const many = (value: string | string[] | undefined) =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const text = (values: InputValues, name: keyof InputValues) => values[name] as string | undefined;

function pairs<T>(
  flag: string,
  values: string | string[] | undefined,
  right: string,
  read: (value: string, whole: string) => T,
): Record<string, T> {
  const entries = many(values).map((whole): [string, T] => {
    const [name, value] = atEquals(flag, whole, right);
    return [decodeName(name), read(value, whole)];
  });
  return Object.fromEntries(entries);
}
