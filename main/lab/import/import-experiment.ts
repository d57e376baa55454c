import { StatusError } from "../../../base/status-error.ts";
import { isAiperf, readAiperf } from "./aiperf-records.ts";
import type { NewImportedExperiment } from "./imported.ts";
import { readDocument } from "./json-document.ts";
import { readPerfAnalyzerCsv } from "./perf-analyzer-csv.ts";
import { EXPERIMENT_FORMAT } from "../export/json.ts";
import { REPORT_DATA_ID } from "../export/report/data-element.ts";
import { isVllmBench, readVllmBench } from "./vllm-bench.ts";

const MAX_CHARACTERS = 256 * 1024 * 1024;

/**
 * Imports an exported experiment: JSON of any version, an HTML report, perf_analyzer's CSV, results of `vllm bench
 * serve`, or AIPerf's records, recognised by content; its name is kept. INVALID_ARGUMENT says where the file is wrong.
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
  if (content.length > MAX_CHARACTERS) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `it has ${content.length} characters; at most ${MAX_CHARACTERS} are read.`,
    );
  }
  const start = content.slice(0, 1000).trimStart();
  if (start === "") throw new StatusError("INVALID_ARGUMENT", "it is empty.");
  if (/^[{[]/.test(start)) {
    const isOwn = content.includes(EXPERIMENT_FORMAT);
    if (!isOwn && isVllmBench(content)) return readVllmBench(content, fileName, now);
    if (!isOwn && isAiperf(content)) return readAiperf(content, fileName);
    return readDocument(content, fileName);
  }
  if (/^<(!doctype|html|!--)/i.test(start)) {
    return readDocument(documentOfReport(content), fileName);
  }
  return readPerfAnalyzerCsv(content, fileName, now);
}

/** The JSON document embedded in a report. */
function documentOfReport(html: string): string {
  const opening = `<script type="application/json" id="${REPORT_DATA_ID}">`;
  const at = html.indexOf(opening);
  const end = at < 0 ? -1 : html.indexOf("</script>", at);
  if (end < 0) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `it is HTML without the element '${REPORT_DATA_ID}'; only reports that the lab exported hold an experiment.`,
    );
  }
  return html.slice(at + opening.length, end);
}
