import {
  aimText,
  describeExcluded,
  describeSearchResult,
  type MeasuredTrial,
  pointText,
  type SearchConfirmation,
  type SearchOutcome,
  settingsText,
  type TuningSearch,
} from "../../contract/index.ts";
import { figure } from "../../reports/index.ts";
import { markdownCode, markdownTable } from "../markdown.ts";
import { describePlace, describeProtocol } from "./report-text.ts";

/** The report as Markdown. */
export function searchMarkdown(search: TuningSearch): string {
  const { name, measured, result, foundConfig, baseline, baselineConfig } = search;
  const { title, text } = describeSearchResult(search);
  const place = describePlace(search);
  return `${[
    `# ${name}`,
    `${aimText(search)}. ${describeProtocol(search)}`,
    "## Result",
    `**${title}.** ${text}`,
    ...(result?.confirmation ? [confirmationTable(result.confirmation)] : []),
    "## Measurements",
    measured.length === 0
      ? "Nothing was measured."
      : markdownTable(
          ["", "Configuration and load", "Predicted", "Measured", "Why"],
          measured.map((trial) => [
            String(trial.number),
            pointText(trial.point),
            cells(trial.predicted),
            measuredText(trial),
            trial.reason,
          ]),
        ),
    ...(search.excluded ?? []).map(describeExcluded),
    "## Configuration",
    ...(place === null ? [] : [place]),
    ...(foundConfig === null ? [] : [markdownCode(foundConfig), "## Former configuration"]),
    `${settingsText(baseline)}`,
    markdownCode(baselineConfig),
  ].join("\n\n")}\n`;
}

function confirmationTable({ baseline, winner, runnerUp }: SearchConfirmation): string {
  return markdownTable(
    ["", "Throughput (requests/s)", "p99 (ms)"],
    [
      ["Active", figure(baseline.throughput), figure(baseline.p99Ms)],
      ["Best", figure(winner.throughput), figure(winner.p99Ms)],
      ...(runnerUp
        ? [
            [
              `Second best: ${pointText(runnerUp.point)}`,
              figure(runnerUp.outcome.throughput),
              figure(runnerUp.outcome.p99Ms),
            ],
          ]
        : []),
    ],
  );
}

const cells = ({ throughput, p99Ms }: SearchOutcome) =>
  `${figure(throughput)} requests/s, p99 ${figure(p99Ms)} ms`;

function measuredText({ outcome, problem, violation, endedEarly }: MeasuredTrial): string {
  if (outcome === null) return `Failed: ${problem ?? "no figures"}`;
  const notes = [
    endedEarly && `(${endedEarly})`,
    problem !== null && `(invalid: ${problem})`,
    violation && `(not offered: ${violation.text})`,
  ];
  return [cells(outcome), ...notes].filter(Boolean).join(" ");
}
