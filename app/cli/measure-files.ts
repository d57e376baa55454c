import fs from "node:fs";
import { fromWriteError } from "../../base/file-error.ts";
import type { Experiment } from "../../main/contract/index.ts";
import { experimentCsv, experimentJson, experimentReport } from "../../main/lab/measuring.ts";
import type { MeasureFlags } from "./measure-flags.ts";

/** Throws before anything is measured where what is measured could not be written. */
export function checkFiles({ csvFile, jsonFile, htmlFile }: MeasureFlags): void {
  const problems = [
    attempt("-f", csvFile, tryFile),
    attempt("--json", jsonFile, tryFile),
    attempt("--html", htmlFile, tryFile),
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** Leaves what is there as it is; pipes and devices are not opened twice. */
function tryFile(file: string): void {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile() && !found.isDirectory()) return;
  fs.closeSync(fs.openSync(file, "a"));
  if (!found) fs.unlinkSync(file);
}

/** What was asked for, all of it before one that fails is reported. */
export function writeFiles(
  {
    csvFile,
    jsonFile,
    htmlFile,
    percentile,
  }: Pick<MeasureFlags, "csvFile" | "jsonFile" | "htmlFile" | "percentile">,
  experiment: Omit<Experiment, "id">,
): void {
  const problems = [
    attempt("-f", csvFile, (file) =>
      fs.writeFileSync(file, experimentCsv(experiment, percentile ?? undefined)),
    ),
    attempt("--json", jsonFile, (file) => fs.writeFileSync(file, experimentJson(experiment))),
    attempt("--html", htmlFile, (file) => fs.writeFileSync(file, experimentReport(experiment))),
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

function attempt(flag: string, file: string | null, write: (file: string) => void): string | null {
  if (file === null) return null;
  try {
    write(file);
    return null;
  } catch (error) {
    return `Can't write ${flag}. ${fromWriteError(error, file).message}`;
  }
}
