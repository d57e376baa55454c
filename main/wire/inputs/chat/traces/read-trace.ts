import { stat } from "node:fs/promises";
import { StatusError } from "../../../../../base/status-error.ts";
import type { RequestTrace, RequestTraceFormat, TraceSample } from "../../../../contract/index.ts";
import { invalid } from "../../sources/invalid.ts";
import { readAiperfInputs, readAiperfLine } from "./aiperf.ts";
import { BailianTrace } from "./bailian.ts";
import { AZURE, BURSTGPT, CsvTrace } from "./csv-traces.ts";
import { JsonListReader } from "./json-list.ts";
import { readMooncakeLine } from "./mooncake.ts";
import { readOtlpRequest } from "./otlp.ts";
import { payloadFolderKey, readPayloadFolder } from "./payload-folder.ts";
import { ShareGptConversations } from "./sharegpt.ts";
import type { TraceSessions } from "./session-rows.ts";
import { type Trace, type TracePart, TraceRows, tracePart } from "./trace.ts";
import { objectAt, parseJsonAt } from "./trace-fields.ts";
import { Lines, readTracePieces } from "./trace-lines.ts";

/** Max characters of a document that is parsed as a whole. */
const MAX_DOCUMENT = 128 * 1024 * 1024;

/** The last trace that was read, for as long as memory allows: steps, and edits of a plan, read the same one. */
let last: { readonly key: string; readonly trace: WeakRef<Trace> } | null = null;

/** What is read of a file; `format` null: recognised by its beginning. */
export interface TraceOrder {
  readonly path: string;
  readonly format: RequestTraceFormat | null;
  readonly sample?: TraceSample | null | undefined;
}

/** INVALID_ARGUMENT names the line and the field. */
export async function readTrace(order: TraceOrder, signal?: AbortSignal): Promise<Trace> {
  const { path, format, sample } = order;
  const found = await stat(path).catch(() => null);
  const files = found?.isDirectory()
    ? await payloadFolderKey(path, sample ? "sharegpt" : format)
    : null;
  const key = JSON.stringify([
    path,
    format,
    sample,
    found?.size,
    found?.mtimeMs,
    found?.ino,
    files,
  ]);
  const known = last?.key === key ? last.trace.deref() : undefined;
  if (known) return known;
  const trace =
    files === null ? await parseFile(order, signal) : await readPayloadFolder(path, signal);
  last = { key, trace: new WeakRef(trace) };
  return trace;
}

/** The part of a plan's trace. FAILED_PRECONDITION where the file is no longer the one that was read. */
export async function readPlannedTrace(
  planned: RequestTrace,
  signal?: AbortSignal,
): Promise<{ readonly trace: Trace; readonly part: TracePart }> {
  const trace = await readTrace(planned, signal);
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

/** Of the bytes of a file. */
interface PieceReader {
  push(piece: Buffer): void;
  finish(): Contents & { readonly format: RequestTraceFormat };
}

async function parseFile(
  { path, format, sample = null }: TraceOrder,
  signal: AbortSignal | undefined,
): Promise<Trace> {
  let reader: PieceReader | null = null;
  const digest = await readTracePieces(
    path,
    (piece) => {
      const rest = reader === null ? withoutMark(piece) : piece;
      reader ??=
        (format ?? formatOfList(rest)) === "sharegpt"
          ? conversationReader(path, sample)
          : lineReader(path, format);
      reader.push(rest);
    },
    signal,
  );
  // Assigned in a callback, which the compiler doesn't follow.
  const read = reader as PieceReader | null;
  if (read === null) throw invalid(`'${path}'`, "it is empty.");
  const contents = read.finish();
  if (sample !== null && contents.format !== "sharegpt")
    throw invalid(`'${path}'`, `samples are of ShareGPT's conversations; leave out the sample.`);
  return { ...contents, ...digest };
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const withoutMark = (piece: Buffer): Buffer =>
  piece.subarray(0, 3).equals(BYTE_ORDER_MARK) ? piece.subarray(3) : piece;

/** A file that begins with a list holds conversations. */
const formatOfList = (piece: Buffer): RequestTraceFormat | null =>
  piece.subarray(0, 1024).toString("latin1").trimStart().startsWith("[") ? "sharegpt" : null;

/** Entry by entry, so that the file may be larger than memory. */
function conversationReader(path: string, sample: TraceSample | null): PieceReader {
  const conversations = new ShareGptConversations(path, sample);
  const list = new JsonListReader(path, (entry, number) => conversations.add(entry, number));
  return {
    push: (piece) => list.push(piece),
    finish: () => {
      list.end();
      return { ...conversations.finish(), format: "sharegpt" };
    },
  };
}

type LineFormat = Exclude<RequestTraceFormat, "sharegpt">;

function lineReader(path: string, given: RequestTraceFormat | null): PieceReader {
  let format = given as LineFormat | null;
  let reader = format && readerOf(format, path);
  let held: { readonly line: string; readonly number: number } | null = null;
  const lines = new Lines(path, (line, number) => {
    if (format === null && held === null && line.trim() === "{") {
      held = { line, number };
      return;
    }
    format ??= held === null ? recognise(line, path) : recogniseDocument(line);
    reader ??= readerOf(format, path);
    if (held !== null) reader.line(held.line, held.number);
    held = null;
    reader.line(line, number);
  });
  return {
    push: (piece) => lines.push(piece),
    finish: () => {
      lines.end();
      if (reader === null || format === null) throw invalid(`'${path}'`, "it is empty.");
      return { ...reader.finish(), format };
    },
  };
}

/** Fields of which each line of AIPerf's has one (LAB-TRACE-18, LAB-TRACE-19). */
const AIPERF = /"(turns|messages|payloads?|texts?|images?|audios?)"\s*:/;
/** Fields of which each line of Mooncake's has one. */
const MOONCAKE = /"(timestamp|input_length|text_input)"/;

const BAILIAN = /"chat_id"\s*:/;

/** The format of a file by its first line. */
function recognise(line: string, path: string): LineFormat {
  if (line.startsWith("{") && BAILIAN.test(line)) return "bailian";
  if (line.startsWith("{") && AIPERF.test(line)) return "aiperf";
  if (line.startsWith("{") && MOONCAKE.test(line)) return "mooncake";
  if (line.startsWith("{")) return "otlp";
  if (line.includes("ContextTokens")) return "azure";
  if (line.includes("Request tokens")) return "burstgpt";
  throw invalid(
    `'${path}'`,
    "its format is not recognised by its first line; choose Mooncake, BurstGPT, Azure, OpenTelemetry, ShareGPT, AIPerf or Bailian.",
  );
}

/** The format of an indented document by its second line: AIPerf's `inputs.json` begins with `data`. */
function recogniseDocument(line: string): LineFormat {
  return /^\s*"data"\s*:/.test(line) ? "aiperf" : "otlp";
}

/** What each format's lengths of a prompt are of, in a conversation (LAB-TRACE-17). */
const LENGTHS: Readonly<Record<LineFormat, TraceSessions["lengths"]>> = {
  mooncake: "message",
  burstgpt: "detect",
  azure: "message",
  otlp: "whole",
  aiperf: "message",
  bailian: "detect",
};

function readerOf(format: LineFormat, path: string): Reader {
  const rows = new TraceRows(LENGTHS[format]);
  const place = (number: number) => `'${path}', line ${number}`;
  const finish = () => rows.finish(path);
  switch (format) {
    case "mooncake":
      return { line: (line, number) => readMooncakeLine(line, place(number), rows), finish };
    case "aiperf":
      return aiperfReader(path, rows);
    case "bailian": {
      const trace = new BailianTrace(rows);
      return { line: (line, number) => trace.line(line, place(number)), finish };
    }
    case "burstgpt":
    case "azure": {
      const csv = new CsvTrace(format === "azure" ? AZURE : BURSTGPT, rows);
      return { line: (line, number) => csv.line(line, place(number)), finish };
    }
    case "otlp":
      return otlpReader(path, rows);
  }
}

/** A conversation or request in each line, or the one document of `inputs.json`. */
function aiperfReader(path: string, rows: TraceRows): Reader {
  const document = new Document(path);
  let isLines: boolean | null = null;
  return {
    line: (line, number) => {
      // A line that isn't complete may be a faulty one, which its own reader names.
      isLines ??= line.trim() !== "{";
      if (!isLines) return document.add(line);
      readAiperfLine(line, { place: `'${path}', line ${number}`, number }, rows);
    },
    finish: () => {
      if (isLines === false) readAiperfInputs(document.parse(), `'${path}'`, rows);
      return rows.finish(path);
    },
  };
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
