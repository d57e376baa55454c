import {
  type FigureDifference,
  type TuningSession,
  formatChangeWithInterval,
} from "../contract/index.ts";
import { figure } from "../reports/index.ts";
import { markdownCode, markdownTable } from "./markdown.ts";
import {
  DECISIONS,
  describeComparison,
  describePlace,
  describeResult,
  describeSession,
  describeStep,
  VERDICTS,
} from "./report-text.ts";

/** The report as Markdown. */
export function tuningMarkdown(session: TuningSession): string {
  const { name, steps, gain, currentConfig, baselineConfig } = session;
  const place = describePlace(session);
  return `${[
    `# ${name}`,
    describeSession(session),
    "## Result",
    describeResult(session),
    ...(gain ? [figuresTable(gain.figures)] : []),
    "## Steps",
    steps.length === 0
      ? "No changes were tried."
      : markdownTable(
          ["", "Change", "Result", "Decision"],
          steps.map(({ proposal, comparison, state }, index) => [
            String(index + 1),
            proposal.title,
            describeComparison(comparison),
            DECISIONS[state],
          ]),
        ),
    ...steps.flatMap((step, index) => [
      `## ${index + 1}. ${step.proposal.title}`,
      describeStep(step),
      ...(step.comparison ? [figuresTable(step.comparison.figures)] : []),
    ]),
    "## Configuration",
    ...(place === null ? [] : [place]),
    markdownCode(currentConfig),
    ...(currentConfig === baselineConfig
      ? []
      : ["## Original configuration", markdownCode(baselineConfig)]),
  ].join("\n\n")}\n`;
}

function figuresTable(figures: readonly FigureDifference[]): string {
  return markdownTable(
    ["Figure", "Before", "After", "Difference (95 % interval)", "Verdict"],
    figures.map(({ figure: name, unit, before, after, share, verdict }) => [
      unit === "share" ? name : `${name} (${unit})`,
      figure(before),
      figure(after),
      share ? formatChangeWithInterval(share) : "–",
      VERDICTS[verdict],
    ]),
  );
}
