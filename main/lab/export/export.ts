import type { Experiment, ExportFormat, RequestResult } from "../../contract/index.ts";
import { experimentCsv } from "./csv.ts";
import { experimentJson } from "./json.ts";
import { experimentReport } from "./report/report.ts";

const WRITERS: Record<ExportFormat, [mediaType: string, write: (each: Experiment) => string]> = {
  csv: ["text/csv", experimentCsv],
  json: ["application/json", experimentJson],
  html: ["text/html", experimentReport],
};

/** An experiment as a file: its name, and all of its text. */
export function exportExperiment(
  experiment: Experiment,
  format: ExportFormat,
): RequestResult<"lab.export"> {
  const model = experiment.plan.traffic[0]?.model.replace(/[^\w.-]+/g, "_") ?? "";
  const [mediaType, write] = WRITERS[format];
  return {
    fileName: `experiment-${experiment.id}-${model.slice(0, 80)}.${format}`,
    mediaType,
    content: write(experiment),
  };
}
