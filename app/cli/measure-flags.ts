import { parseAddress } from "../../main/lab/generator/address.ts";
import { parseFlags, UsageError } from "./command.ts";

export interface MeasureFlags {
  readonly model: string;
  readonly modelVersion: string;
  readonly address: string;
  readonly wire: "http" | "grpc";
  readonly batchSize: number;
  readonly concurrencies: number[];
  readonly secondsPerStep: number;
  readonly warmupSeconds: number;
  readonly distinctInputs: number;
  readonly seed: number;
  readonly shapes: Record<string, number[]>;
  readonly jsonFile: string | null;
  readonly csvFile: string | null;
}

const MOST_CONCURRENCY = 1024;
const MOST_STEPS = 1024;

/** Throws a UsageError that names the flag, its value and what would be right. */
export function parseMeasureFlags(args: readonly string[]): MeasureFlags {
  const { values, positionals } = parseFlags(args, {
    "model-name": { type: "string", short: "m" },
    "model-version": { type: "string", short: "x", default: "" },
    url: { type: "string", short: "u" },
    protocol: { type: "string", short: "i", default: "http" },
    "batch-size": { type: "string", short: "b", default: "1" },
    "concurrency-range": { type: "string", default: "1" },
    "measurement-interval": { type: "string", short: "p", default: "5000" },
    "warmup-interval": { type: "string", default: "500" },
    "distinct-inputs": { type: "string", default: "32" },
    seed: { type: "string", default: "1" },
    shape: { type: "string", multiple: true, default: [] },
    json: { type: "string" },
    "latency-report-file": { type: "string", short: "f" },
  });
  if (positionals.length > 0) {
    throw new UsageError(`'${positionals[0]}' belongs to no flag; see measure --help.`);
  }
  const model = values["model-name"];
  if (!model) throw new UsageError("-m is missing; name the model to measure, such as -m ranker.");
  const wire = values.protocol.toLowerCase();
  if (wire !== "http" && wire !== "grpc") {
    throw new UsageError(`-i is '${values.protocol}'; it must be http or grpc.`);
  }
  const address = values.url ?? (wire === "http" ? "127.0.0.1:8000" : "127.0.0.1:8001");
  checkAddress(address);
  return {
    model,
    modelVersion: values["model-version"],
    address,
    wire,
    batchSize: integer("-b", values["batch-size"], 1, 2 ** 31 - 1),
    concurrencies: concurrencyRange(values["concurrency-range"]),
    secondsPerStep:
      integer("--measurement-interval", values["measurement-interval"], 100, 3_600_000) / 1000,
    warmupSeconds: integer("--warmup-interval", values["warmup-interval"], 0, 600_000) / 1000,
    distinctInputs: integer("--distinct-inputs", values["distinct-inputs"], 1, 10_000),
    seed: integer("--seed", values.seed, -(2 ** 31), 2 ** 31 - 1),
    shapes: Object.fromEntries(values.shape.map(shapeOf)),
    jsonFile: values.json ?? null,
    csvFile: values["latency-report-file"] ?? null,
  };
}

function checkAddress(address: string): void {
  try {
    parseAddress(address, "-u");
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function integer(flag: string, text: string, least: number, most: number): number {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${flag} is '${text}'; it must be a whole number from ${least} to ${most}.`);
}

/** START, START:END, START:END:STEP, or a list such as 1,8,32. */
function concurrencyRange(text: string): number[] {
  const flag = "--concurrency-range";
  const one = (part: string) => integer(flag, part, 1, MOST_CONCURRENCY);
  if (text.includes(",")) return text.split(",").map(one);
  const [start, end, step, ...more] = text.split(":");
  if (start === undefined || more.length > 0) {
    throw new UsageError(`${flag} is '${text}'; it must be START:END:STEP, such as 1:8:1.`);
  }
  const first = one(start);
  const last = end === undefined ? first : one(end);
  const by = step === undefined ? 1 : integer(flag, step, 1, MOST_CONCURRENCY);
  if (last < first) {
    throw new UsageError(
      `${flag} is '${text}'; its end ${last} must not be below its start ${first}.`,
    );
  }
  const count = Math.min(MOST_STEPS, Math.floor((last - first) / by) + 1);
  return Array.from({ length: count }, (_, i) => first + i * by);
}

function shapeOf(text: string): [name: string, shape: number[]] {
  const at = text.lastIndexOf(":");
  const dims = text.slice(at + 1).split(",");
  if (at < 1) {
    throw new UsageError(`--shape is '${text}'; it must be NAME:D1,D2, such as --shape ids:64.`);
  }
  return [text.slice(0, at), dims.map((dim) => integer("--shape", dim, 1, 2 ** 31 - 1))];
}
