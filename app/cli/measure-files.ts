import type { Experiment } from "../../main/contract/index.ts";
import { experimentCsv, experimentJson, experimentReport } from "../../main/lab/measuring.ts";
import type { MeasureFlags } from "./measure-flags.ts";
import { checkWritable, writeAll } from "./output-files.ts";

type Files = Pick<MeasureFlags, "csvFile" | "jsonFile" | "htmlFile">;

const filesOf = ({ csvFile, jsonFile, htmlFile }: Files) =>
  ({
    csv: { flag: "-f", file: csvFile },
    json: { flag: "--json", file: jsonFile },
    html: { flag: "--html", file: htmlFile },
  }) as const;

/** Throws before anything is measured where what is measured could not be written. */
export function checkFiles(flags: Files): void {
  checkWritable(Object.values(filesOf(flags)));
}

export function writeFiles(
  flags: Files & Pick<MeasureFlags, "percentile">,
  experiment: Omit<Experiment, "id">,
): void {
  const { csv, json, html } = filesOf(flags);
  writeAll([
    { ...csv, text: () => experimentCsv(experiment, flags.percentile ?? undefined) },
    { ...json, text: () => experimentJson(experiment) },
    { ...html, text: () => experimentReport(experiment) },
  ]);
}
