import fs from "node:fs";
import type { Experiment } from "../../main/contract/index.ts";
import { experimentCsv } from "../../main/lab/export/csv.ts";
import { experimentJson } from "../../main/lab/export/json.ts";
import { experimentReport } from "../../main/lab/export/report/report.ts";
import type { MeasureFlags } from "./measure-flags.ts";

/** What was asked for, all of it before one that fails is told. */
export function writeFiles(
  { csvFile, jsonFile, htmlFile }: MeasureFlags,
  experiment: Omit<Experiment, "id">,
): void {
  const problems = [
    write("-f", csvFile, () => experimentCsv(experiment)),
    write("--json", jsonFile, () => experimentJson(experiment)),
    write("--html", htmlFile, () => experimentReport(experiment)),
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

function write(flag: string, file: string | null, text: () => string): string | null {
  if (file === null) return null;
  try {
    fs.writeFileSync(file, text());
    return null;
  } catch (error) {
    return `${flag} '${file}' cannot be written: ${(error as Error).message}`;
  }
}
