import { parseShape, type Reuse, type Traffic } from "../../main/contract/index.ts";
import { UsageError } from "./command.ts";
import { chatOptions, chatSourceOf } from "./measure-chat-flags.ts";
import { type InputDefaults, inputOptions, inputsOf } from "./measure-input-flags.ts";
import { afterColon, integer, number, oneOf, optional, wrong } from "./measure-values.ts";

/** Flags of requests of one kind; after --next those of another. */
export const trafficOptions = {
  "model-name": { type: "string", short: "m" },
  "model-version": { type: "string", short: "x", default: "" },
  weight: { type: "string", default: "1" },
  "batch-size": { type: "string", short: "b", default: "1" },
  shape: { type: "string", multiple: true },
  "distinct-inputs": { type: "string" },
  duplicates: { type: "string" },
  zipf: { type: "string" },
  deadline: { type: "string" },
  priority: { type: "string", default: "0" },
  "queue-timeout": { type: "string" },
  "sequence-length": { type: "string" },
  "sequence-length-variation": { type: "string" },
  "check-outputs": { type: "boolean", default: false },
  ...inputOptions,
  ...chatOptions,
} as const;

type TrafficValues = {
  [Name in keyof typeof trafficOptions]?: string | boolean | string[] | undefined;
};

const MOST = 2 ** 31 - 1;
const DISTINCT_INPUTS = "32";
/** perf_analyzer's. */
const SEQUENCE_LENGTH = "20";
/** A prompt that comes again is in a prefix cache. */
const DISTINCT_PROMPTS = "1000";

/** What a kind of requests gets where the plan does not say, once its model is known. */
export interface TrafficDefaults extends InputDefaults {
  /** Of a model that takes sequences. */
  readonly sequence: NonNullable<Traffic["sequence"]>;
}

export function trafficOf(values: TrafficValues): { traffic: Traffic; defaults: TrafficDefaults } {
  const text = (name: keyof TrafficValues) => values[name] as string;
  const maybe = (name: keyof TrafficValues) => values[name] as string | undefined;
  if (!values["model-name"]) {
    throw new UsageError("-m is missing; name the model to measure, such as -m ranker.");
  }
  const chat = chatSourceOf(values);
  const tensors = inputsOf(values as Parameters<typeof inputsOf>[0]);
  const distinct = maybe("distinct-inputs") ?? (chat ? DISTINCT_PROMPTS : DISTINCT_INPUTS);
  const traffic: Traffic = {
    model: text("model-name"),
    modelVersion: text("model-version"),
    weight: number("--weight", text("weight"), Number.MIN_VALUE, 1_000_000),
    batchSize: integer("-b", text("batch-size"), 1, MOST),
    shapes: Object.fromEntries(((values.shape as string[] | undefined) ?? []).map(shapeOf)),
    inputs: chat ?? tensors.inputs,
    distinctInputs: integer("--distinct-inputs", distinct, 1, 100_000),
    reuse: reuseOf(values),
    deadlineMs: optional(maybe("deadline"), (ms) => positive("--deadline", ms, 3_600_000)),
    priority: integer("--priority", text("priority"), 0, 1_000_000),
    timeoutMicros: optional(maybe("queue-timeout"), (micros) =>
      integer("--queue-timeout", micros, 1, Number.MAX_SAFE_INTEGER),
    ),
    sequence: optional(maybe("sequence-length"), (lengths) =>
      sequenceOf(lengths, maybe("sequence-length-variation")),
    ),
    checkOutputs: values["check-outputs"] === true,
  };
  const sequence = sequenceOf(SEQUENCE_LENGTH, maybe("sequence-length-variation"));
  return { traffic, defaults: { ...tensors.defaults, sequence } };
}

export const positive = (flag: string, text: string, most: number) =>
  number(flag, text, Number.MIN_VALUE, most);

const SHAPE_FORM = "NAME:D1,D2, such as --shape ids:64 or --shape image:3x224x224";

function shapeOf(text: string): [name: string, shape: number[]] {
  const [name, dims] = afterColon("--shape", text, SHAPE_FORM);
  if (dims === "") return [name, []];
  const shape = parseShape(dims);
  return shape ? [name, shape] : wrong("--shape", text, SHAPE_FORM);
}

function reuseOf(values: TrafficValues): Reuse {
  const kind = oneOf(values, ["duplicates", "zipf"]);
  if (kind === "duplicates") {
    return { kind, share: number("--duplicates", values.duplicates as string, 0, 1) };
  }
  if (kind === "zipf") return { kind, exponent: number("--zipf", values.zipf as string, 0, 5) };
  return { kind: "turns" };
}

/** perf_analyzer's base length with its variation of 20 %, or SHORTEST:LONGEST. */
function sequenceOf(
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
