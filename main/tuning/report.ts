import type { Comparison, FigureDifference, TuningSession, TuningStep } from "../contract/index.ts";
import { reportHtml } from "./report-html.ts";

export interface ReportFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: string;
}

/** What was tried and what it gave, for people who were not there. */
export function tuningReport(session: TuningSession, format: "html" | "markdown"): ReportFile {
  const base = `tuning-${session.id}-${session.model.replace(/[^\w.-]+/g, "_")}`;
  const blocks = blocksOf(session);
  return format === "markdown"
    ? { fileName: `${base}.md`, mediaType: "text/markdown", content: markdown(blocks) }
    : {
        fileName: `${base}.html`,
        mediaType: "text/html",
        content: reportHtml(session.name, blocks),
      };
}

/** A part of the report, whichever way it is written. */
export type Block =
  | { readonly kind: "title" | "heading" | "paragraph"; readonly text: string }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: "code"; readonly text: string };

function blocksOf(session: TuningSession): Block[] {
  const { plan, model, steps, gain, currentConfig, baselineConfig, name } = session;
  const objective = plan.objective;
  const kept = steps.filter(({ state }) => state === "kept");
  return [
    { kind: "title", text: name },
    {
      kind: "paragraph",
      text: `Model ${model}. Objective: p${objective?.percentile} ≤ ${objective?.boundMs} ms. Each change was measured against the configuration before it, ${session.replicates} times each, interleaved. ${endOf(session)}`,
    },
    { kind: "heading", text: "Result" },
    {
      kind: "paragraph",
      text: gain
        ? `First against present configuration: ${wordsOf(gain)}`
        : kept.length === 0
          ? "Nothing was kept: no change was shown to help."
          : "The first configuration was not measured against the present one; each step below stands for itself.",
    },
    ...(gain ? [figuresTable(gain.figures)] : []),
    { kind: "heading", text: "What was tried" },
    ...(steps.length === 0
      ? [{ kind: "paragraph" as const, text: "Nothing." }]
      : [
          {
            kind: "table" as const,
            head: ["", "Change", "Result", "Decision"],
            rows: steps.map((step, index) => [
              String(index + 1),
              step.proposal.title,
              wordsOf(step.comparison),
              DECISIONS[step.state],
            ]),
          },
        ]),
    ...steps.flatMap(stepBlocks),
    { kind: "heading", text: "Configuration" },
    ...placeOf(session),
    { kind: "code", text: currentConfig },
    ...(currentConfig === baselineConfig
      ? []
      : [
          { kind: "heading" as const, text: "First configuration" },
          { kind: "code" as const, text: baselineConfig },
        ]),
  ];
}

function wordsOf(comparison: Comparison | null): string {
  if (!comparison) return "Not measured";
  return comparison.invalid
    ? `INVALID, no decision should rest on it: ${comparison.words}`
    : comparison.words;
}

const DECISIONS: Readonly<Record<TuningStep["state"], string>> = {
  measuring: "being measured",
  measured: "open",
  kept: "kept",
  reverted: "reverted",
  failed: "failed",
};

const SUGGESTED = {
  keep: "The figures suggested to keep it",
  revert: "The figures suggested to revert it",
  again: "The figures supported no decision",
} as const;

function endOf({ state, finishedAt }: TuningSession): string {
  if (finishedAt === null) return "The session is still open.";
  const day = new Date(finishedAt).toISOString().slice(0, 10);
  return state === "abandoned"
    ? `It ended on ${day}; the first configuration was restored.`
    : `It ended on ${day}.`;
}

function placeOf({ writtenTo }: TuningSession): Block[] {
  if (writtenTo === undefined) return [];
  const text =
    writtenTo === null
      ? "It serves until the server restarts: its config.pbtxt is out of the console's reach."
      : `Written to ${writtenTo}.`;
  return [{ kind: "paragraph", text }];
}

function stepBlocks(step: TuningStep, index: number): Block[] {
  const { proposal, comparison, advice, experiment } = step;
  return [
    { kind: "heading", text: `${index + 1}. ${proposal.title}` },
    {
      kind: "paragraph",
      text: [
        proposal.reason,
        advice ? `${SUGGESTED[advice.decision]}: ${advice.reason}` : "",
        experiment === null ? "" : `Experiment ${experiment}.`,
        ...(comparison?.unlike ?? []),
      ]
        .filter((sentence) => sentence !== "")
        .join(" "),
    },
    ...(comparison ? [figuresTable(comparison.figures)] : []),
  ];
}

const VERDICTS: Readonly<Record<FigureDifference["verdict"], string>> = {
  better: "better",
  worse: "worse",
  none: "no difference shown",
  unknown: "cannot be told",
};

function figuresTable(figures: readonly FigureDifference[]): Block {
  return {
    kind: "table",
    head: ["Figure", "Before", "After", "Difference (95 % interval)", "Verdict"],
    rows: figures.map(({ figure, unit, before, after, share, verdict }) => [
      unit === "share" ? figure : `${figure} (${unit})`,
      valueText(before),
      valueText(after),
      share ? `${percent(share.value)} (${percent(share.low)} to ${percent(share.high)})` : "–",
      VERDICTS[verdict],
    ]),
  };
}

const valueText = (value: number | null) =>
  value === null ? "–" : String(Number(value.toPrecision(4)));
const percent = (share: number) => `${share > 0 ? "+" : ""}${(share * 100).toFixed(1)} %`;

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;

function markdown(blocks: readonly Block[]): string {
  return `${blocks.map(markdownOf).join("\n\n")}\n`;
}

function markdownOf(block: Block): string {
  switch (block.kind) {
    case "title":
      return `# ${block.text}`;
    case "heading":
      return `## ${block.text}`;
    case "paragraph":
      return block.text;
    case "table":
      return [line(block.head), line(block.head.map(() => "---")), ...block.rows.map(line)].join(
        "\n",
      );
    case "code": {
      const fence = "`".repeat(3 + longestRun(block.text));
      return `${fence}\n${block.text.trimEnd()}\n${fence}`;
    }
  }
}

/** A fence must be longer than any run of backticks within it. */
function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length - 2));
}
