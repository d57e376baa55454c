import type { Experiment, RequestResult } from "../../contract/index.ts";
import { stepsCsv } from "./csv.ts";
import { experimentJson } from "./json.ts";

export function exportExperiment(
  experiment: Experiment,
  format: "csv" | "json",
): RequestResult<"lab.export"> {
  const model = experiment.plan.model.replace(/[^\w.-]+/g, "_");
  const fileName = `experiment-${experiment.id}-${model}.${format}`;
  return format === "csv"
    ? { fileName, mediaType: "text/csv", content: stepsCsv(experiment.steps) }
    : { fileName, mediaType: "application/json", content: experimentJson(experiment) };
}
