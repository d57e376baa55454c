import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { RequestTraceFormat } from "../../../../contract/index.ts";
import { filesIn } from "../../sources/files.ts";
import { invalid } from "../../sources/invalid.ts";
import { readPayloadLine } from "./aiperf.ts";
import { type Trace, TraceRows } from "./trace.ts";
import { Lines, readTracePieces, refuseLargeText } from "./trace-lines.ts";

const MAX_FILES = 100_000;

/** The `.jsonl` files of a folder, sorted by name as AIPerf sorts them. INVALID_ARGUMENT for a folder without any. */
async function payloadFiles(folder: string): Promise<string[]> {
  const names = (await filesIn(folder)).filter((name) => name.endsWith(".jsonl"));
  if (names.length === 0)
    throw invalid(
      `'${folder}'`,
      "it holds no .jsonl file; a folder is AIPerf's raw_payload, with a file for each session.",
    );
  if (names.length > MAX_FILES)
    throw invalid(`'${folder}'`, `it holds ${names.length} .jsonl files; at most ${MAX_FILES}.`);
  return names;
}

/** Differs when a file of the folder changes. INVALID_ARGUMENT where it can't have such a trace. */
export async function payloadFolderKey(
  folder: string,
  format: RequestTraceFormat | null,
): Promise<string> {
  if (format !== null && format !== "aiperf")
    throw invalid(`'${folder}'`, "it is a folder, which AIPerf's raw_payload alone can be.");
  const hash = createHash("sha256");
  for (const name of await payloadFiles(folder)) {
    const found = await stat(path.join(folder, name)).catch(() => null);
    hash.update(JSON.stringify([name, found?.size, found?.mtimeMs, found?.ino]));
  }
  return hash.digest("hex");
}

/** AIPerf's folder of `raw_payload`: each file is a session, its lines whole bodies (LAB-TRACE-20). INVALID_ARGUMENT names file and line. */
export async function readPayloadFolder(folder: string, signal?: AbortSignal): Promise<Trace> {
  const rows = new TraceRows("message");
  const hash = createHash("sha256");
  let bytes = 0;
  for (const name of await payloadFiles(folder)) {
    const file = path.join(folder, name);
    const lines = new Lines(file, (line, number) =>
      readPayloadLine(line, { place: `'${file}', line ${number}`, session: name }, rows),
    );
    const digest = await readTracePieces(file, (piece) => lines.push(piece), signal);
    lines.end();
    hash.update(JSON.stringify([name, digest.sha256]));
    bytes += digest.bytes;
    refuseLargeText(folder, bytes);
  }
  return { ...rows.finish(folder), format: "aiperf", sha256: hash.digest("hex"), bytes };
}
