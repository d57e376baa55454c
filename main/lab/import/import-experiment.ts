import { StatusError } from "../../../base/status-error.ts";
import { isAiperf, readAiperf } from "./aiperf-records.ts";
import { isAiperfSummary, readAiperfSummary } from "./aiperf-summary.ts";
import { isGuidellm, readGuidellm } from "./guidellm.ts";
import { type NewImportedExperiment, refuse } from "./imported.ts";
import { readDocument } from "./json-document.ts";
import { readPerfAnalyzerCsv } from "./perf-analyzer-csv.ts";
import { EXPERIMENT_FORMAT } from "../export/json.ts";
import { REPORT_DATA_ID } from "../export/report/data-element.ts";
import { isVllmBench, readVllmBench } from "./vllm-bench.ts";

const MAX_CHARACTERS = 256 * 1024 * 1024;

/** A file's name and text. */
interface ImportFile {
  readonly fileName: string;
  readonly content: string;
}

/**
 * Imports an exported experiment: JSON of any version, an HTML report, perf_analyzer's CSV, results of `vllm bench
 * serve`, AIPerf's summary or records, or GuideLLM's benchmarks, recognised by content; its name is kept. `records`:
 * AIPerf's, of the run that the summary is of. INVALID_ARGUMENT says where the file is wrong.
 */
export function importExperiment(
  fileName: string,
  content: string,
  now = Date.now(),
  records?: ImportFile,
): NewImportedExperiment {
  try {
    const text = withoutMark(content);
    if (records) return readPair({ fileName, content: text }, records, now);
    return read(fileName, text, now);
  } catch (error) {
    const { message } = StatusError.from(error);
    throw new StatusError("INVALID_ARGUMENT", `'${fileName}' cannot be imported: ${message}`, {
      cause: error,
    });
  }
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, "");

function readPair(summary: ImportFile, records: ImportFile, now: number): NewImportedExperiment {
  const content = withoutMark(records.content);
  refuseLong(summary.content);
  refuseLong(content);
  if (!isAiperfSummary(summary.content))
    refuse("it", "is no summary of AIPerf, and only those have a second file with records.");
  if (!isAiperf(content)) refuse(`'${records.fileName}'`, "holds no records of AIPerf.");
  return readAiperfSummary(summary.content, summary.fileName, { now, records: content });
}

function read(fileName: string, content: string, now: number): NewImportedExperiment {
  refuseLong(content);
  const start = content.slice(0, 1000).trimStart();
  if (start === "") throw new StatusError("INVALID_ARGUMENT", "it is empty.");
  if (/^[{[]/.test(start)) {
    const isOwn = content.includes(EXPERIMENT_FORMAT);
    return isOwn ? readDocument(content, fileName) : readForeign(fileName, content, now);
  }
  if (/^<(!doctype|html|!--)/i.test(start)) {
    return readDocument(documentOfReport(content), fileName);
  }
  return readPerfAnalyzerCsv(content, fileName, now);
}

/** AIPerf's summary has fields of vllm's results, too. */
function readForeign(fileName: string, content: string, now: number): NewImportedExperiment {
  if (isAiperfSummary(content)) return readAiperfSummary(content, fileName, { now });
  if (isGuidellm(content)) return readGuidellm(content, fileName);
  if (isVllmBench(content)) return readVllmBench(content, fileName, now);
  if (isAiperf(content)) return readAiperf(content, fileName);
  return readDocument(content, fileName);
}

function refuseLong(text: string): void {
  if (text.length <= MAX_CHARACTERS) return;
  refuse("it", `has ${text.length} characters; at most ${MAX_CHARACTERS} are read.`);
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
