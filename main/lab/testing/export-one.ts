import type { Experiment } from "../../contract/index.ts";
import { exportExperiment } from "../export/export.ts";

/** The file of a format with a single file. */
export function exportOne(experiment: Experiment, format: "csv" | "json" | "html") {
  const [file, ...more] = exportExperiment(experiment, format);
  if (!file || more.length > 0) throw new Error(`${format} is ${more.length + 1} files`);
  return file;
}
