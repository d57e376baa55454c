import { StatusError } from "../../../base/status-error.ts";
import { documentOfReport } from "./html-report.ts";
import type { NewImportedExperiment } from "./imported.ts";
import { readDocument } from "./json-document.ts";
import { readPerfAnalyzerCsv } from "./perf-analyzer-csv.ts";

const MOST_CHARACTERS = 256 * 1024 * 1024;

/**
 * An experiment from what was exported: JSON of version 1 or 2, an HTML report, or perf_analyzer's CSV. What the file
 * is shows in its content; its name is kept. INVALID_ARGUMENT says where the file is wrong.
 */
export function importExperiment(
  fileName: string,
  content: string,
  now = Date.now(),
): NewImportedExperiment {
  try {
    return read(fileName, content.replace(/^\uFEFF/, ""), now);
  } catch (error) {
    const { message } = StatusError.from(error);
    throw new StatusError("INVALID_ARGUMENT", `'${fileName}' cannot be imported: ${message}`, {
      cause: error,
    });
  }
}

function read(fileName: string, content: string, now: number): NewImportedExperiment {
  if (content.length > MOST_CHARACTERS) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `it has ${content.length} characters; at most ${MOST_CHARACTERS} are read.`,
    );
  }
  const start = content.slice(0, 1000).trimStart();
  if (start === "") throw new StatusError("INVALID_ARGUMENT", "it is empty.");
  if (/^[{[]/.test(start)) return readDocument(content, fileName);
  if (/^<(!doctype|html|!--)/i.test(start)) {
    return readDocument(documentOfReport(content), fileName);
  }
  return readPerfAnalyzerCsv(content, fileName, now);
}
