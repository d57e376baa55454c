import type { Experiment, ExportFormat, RequestResult } from "../../contract/index.ts";
import { experimentCsv } from "./csv.ts";
import { experimentJson } from "./json.ts";
import { experimentReport } from "./report/report.ts";
import { aiperfSummaries } from "./tools/aiperf.ts";
import { guidellmReport } from "./tools/guidellm.ts";
import { vllmBenchResults } from "./tools/vllm-bench.ts";

interface Written {
  /** Suffix of the file's name after the experiment's. */
  readonly ending: string;
  readonly text: string;
}

const one = (ending: string, text: string): Written[] => [{ ending, text }];

const JSON_TYPE = "application/json";
const WRITERS: Record<ExportFormat, [mediaType: string, write: (each: Experiment) => Written[]]> = {
  csv: ["text/csv", (each) => one(".csv", experimentCsv(each))],
  json: [JSON_TYPE, (each) => one(".json", experimentJson(each))],
  html: ["text/html", (each) => one(".html", experimentReport(each))],
  "vllm-bench": [JSON_TYPE, (each) => one(".vllm-bench.json", vllmBenchResults(each))],
  aiperf: [
    JSON_TYPE,
    (each) =>
      aiperfSummaries(each).map(({ load, text }) => ({ ending: `.${load}.aiperf.json`, text })),
  ],
  guidellm: [JSON_TYPE, (each) => one(".guidellm.json", guidellmReport(each))],
};

/** An experiment as files, each with its name and text. */
export function exportExperiment(
  experiment: Experiment,
  format: ExportFormat,
): RequestResult<"lab.export"> {
  const model = experiment.plan.traffic[0]?.model.replace(/[^\w.-]+/g, "_") ?? "";
  const [mediaType, write] = WRITERS[format];
  return write(experiment).map(({ ending, text }) => ({
    fileName: `experiment-${experiment.id}-${model.slice(0, 80)}${ending}`,
    mediaType,
    content: text,
  }));
}
