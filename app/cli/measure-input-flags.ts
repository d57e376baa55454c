import type { Distribution, InputSource } from "../../main/contract/index.ts";
import { decodeName } from "../../main/lab/measuring.ts";
import { UsageError } from "./command.ts";
import { atEquals, integer, number, oneOf, wrong } from "./measure-values.ts";

export const inputOptions = {
  "input-data": { type: "string", multiple: true },
  input: { type: "string", multiple: true },
  "string-length": { type: "string" },
  numpy: { type: "string", multiple: true },
  images: { type: "string" },
  "images-input": { type: "string" },
  "image-scaling": { type: "string" },
  csv: { type: "string" },
  columns: { type: "string", multiple: true },
} as const;

type InputValues = { [Name in keyof typeof inputOptions]?: string | string[] | undefined };

/** What inputs that are not named get, once the model has reported them. */
export interface InputDefaults {
  readonly zeros: boolean;
  readonly stringLength: number | null;
}

export function inputsOf(values: InputValues): { inputs: InputSource; defaults: InputDefaults } {
  const data = many(values["input-data"]);
  if (data.length > 1) {
    throw new UsageError(
      `--input-data is given ${data.length} times; it must be given once, so put the data into one file.`,
    );
  }
  const path = data[0] === "zero" || data[0] === "random" ? undefined : data[0];
  const source = oneOf({ ...values, "input-data": path }, [
    "input-data",
    "input",
    "numpy",
    "images",
    "csv",
  ]);
  if (source !== null && source !== "input") refuseStrays(values, source, data[0]);
  const length = text(values, "string-length");
  return {
    inputs: sourceOf(values, source, path),
    defaults: {
      zeros: data[0] === "zero",
      stringLength: length === undefined ? null : integer("--string-length", length, 1, 65_536),
    },
  };
}

function sourceOf(
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
      return imagesOf(values);
    case "csv": {
      const columns = pairs("--columns", values.columns, "INPUT=COLUMN,COLUMN", (names) =>
        names.split(",").map(decodeName),
      );
      return { kind: "csv", path: text(values, "csv") as string, columns };
    }
    default: {
      const byInput = pairs("--input", values.input, "NAME=zeros", (words, whole) =>
        distributionOf(words, whole),
      );
      return { kind: "generated", byInput };
    }
  }
}

function imagesOf(values: InputValues): InputSource {
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

/** Flags that mean nothing next to this source. */
function refuseStrays(values: InputValues, source: string, data: string | undefined): void {
  const [stray] = ["string-length" as const].filter((name) => values[name] !== undefined);
  if (stray)
    throw new UsageError(`--${stray} is for generated inputs, and these come from --${source}.`);
  if (source !== "input-data" && data !== undefined) {
    throw new UsageError(`--input-data and --${source} exclude each other; give one of them.`);
  }
}

function distributionOf(words: string, whole: string): Distribution {
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
