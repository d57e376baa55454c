import { stat } from "node:fs/promises";
import { StatusError } from "../../../../../base/status-error.ts";
import type { RequestTrace, RequestTraceFormat } from "../../../../contract/index.ts";
import { invalid } from "../../sources/invalid.ts";
import { AZURE, BURSTGPT, CsvTrace } from "./csv-traces.ts";
import { readMooncakeLine } from "./mooncake.ts";
import { readOtlpRequest } from "./otlp.ts";
import { readShareGpt } from "./sharegpt.ts";
import { type Trace, type TracePart, TraceRows, tracePart } from "./trace.ts";
import { objectAt, parseJsonAt } from "./trace-fields.ts";
import { readTraceLines } from "./trace-lines.ts";

/** Max characters of a document that is parsed as a whole. */
const MAX_DOCUMENT = 128 * 1024 * 1024;

/** The last trace that was read, for as long as memory allows: steps, and edits of a plan, read the same one. */
let last: { readonly key: string; readonly trace: WeakRef<Trace> } | null = null;

/** `format` null: recognised by the beginning of the file. INVALID_ARGUMENT names the line and the field. */
export async function readTrace(
  path: string,
  format: RequestTraceFormat | null,
  signal?: AbortSignal,
): Promise<Trace> {
  const found = await stat(path).catch(() => null);
  const key = JSON.stringify([path, format, found?.size, found?.mtimeMs, found?.ino]);
  const known = last?.key === key ? last.trace.deref() : undefined;
  if (known) return known;
  const trace = await parseFile(path, format, signal);
  last = { key, trace: new WeakRef(trace) };
  return trace;
}

/** The part of a plan's trace. FAILED_PRECONDITION where the file is no longer the one that was read. */
export async function readPlannedTrace(
  planned: RequestTrace,
  signal?: AbortSignal,
): Promise<{ readonly trace: Trace; readonly part: TracePart }> {
  const trace = await readTrace(planned.path, planned.format, signal);
  if (planned.read !== null && planned.read.sha256 !== trace.sha256) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `'${planned.path}' has changed since the plan was made: its SHA-256 is ${trace.sha256.slice(0, 12)}…, not ${planned.read.sha256.slice(0, 12)}…. Open the trace again, or restore the file.`,
    );
  }
  return { trace, part: tracePart(trace, planned) };
}

type Contents = Omit<Trace, "format" | "sha256" | "bytes">;

interface Reader {
  line(line: string, number: number): void;
  finish(): Contents;
}

async function parseFile(
  path: string,
  given: RequestTraceFormat | null,
  signal: AbortSignal | undefined,
): Promise<Trace> {
  let reader: Reader | null = given && readerOf(given, path);
  let format = given;
  const digest = await readTraceLines(
    path,
    (line, number) => {
      format ??= recognise(line, path);
      reader ??= readerOf(format, path);
      reader.line(line, number);
    },
    signal,
  );
  if (reader === null || format === null) throw invalid(`'${path}'`, "it is empty.");
  return { ...reader.finish(), format, ...digest };
}

/** The format of a file by its first line. */
function recognise(line: string, path: string): RequestTraceFormat {
  if (line.startsWith("{") && line.includes('"timestamp"')) return "mooncake";
  if (line.startsWith("{")) return "otlp";
  if (line.startsWith("[")) return "sharegpt";
  if (line.includes("ContextTokens")) return "azure";
  if (line.includes("Request tokens")) return "burstgpt";
  throw invalid(
    `'${path}'`,
    "its format is not recognised by its first line; choose Mooncake, BurstGPT, Azure, OpenTelemetry or ShareGPT.",
  );
}

function readerOf(format: RequestTraceFormat, path: string): Reader {
  const rows = new TraceRows();
  const place = (number: number) => `'${path}', line ${number}`;
  const finish = () => rows.finish(path);
  switch (format) {
    case "mooncake":
      return { line: (line, number) => readMooncakeLine(line, place(number), rows), finish };
    case "burstgpt":
    case "azure": {
      const csv = new CsvTrace(format === "azure" ? AZURE : BURSTGPT, rows);
      return { line: (line, number) => csv.line(line, place(number)), finish };
    }
    case "otlp":
      return otlpReader(path, rows);
    case "sharegpt": {
      const document = new Document(path);
      return {
        line: (line) => document.add(line),
        finish: () => readShareGpt(document.parse(), path),
      };
    }
  }
}

/** A request in each line, as collectors write files, or one document. */
function otlpReader(path: string, rows: TraceRows): Reader {
  const document = new Document(path);
  let isLines: boolean | null = null;
  return {
    line: (line, number) => {
      isLines ??= isObject(line);
      if (!isLines) return document.add(line);
      const place = `'${path}', line ${number}`;
      readOtlpRequest(objectAt(parseJsonAt(line, place), place), place, rows);
    },
    finish: () => {
      if (!isLines) readOtlpRequest(document.parse(), `'${path}'`, rows);
      return rows.finish(path);
    },
  };
}

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}

/** Lines that make one JSON document. */
class Document {
  readonly #path: string;
  readonly #lines: string[] = [];
  #length = 0;

  constructor(path: string) {
    this.#path = path;
  }

  add(line: string): void {
    this.#length += line.length + 1;
    if (this.#length > MAX_DOCUMENT) {
      throw invalid(
        `'${this.#path}'`,
        `a JSON document may have at most ${MAX_DOCUMENT} characters; split the file.`,
      );
    }
    this.#lines.push(line);
  }

  parse(): unknown {
    return parseJsonAt(this.#lines.join("\n"), `'${this.#path}'`);
  }
}
