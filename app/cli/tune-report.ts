import { pointText, settingsText } from "../../main/contract/index.ts";
import type {
  Outcome,
  Point,
  Settings,
  TuneListener,
  TuneResult,
  TuningGoal,
} from "../../main/tuning/search/index.ts";
import { print } from "./output.ts";

/** As `--json` has it. Null: nothing could be measured. */
export interface ShownTrial extends Point {
  readonly throughput: number | null;
  readonly p99Ms: number | null;
  readonly problem: string | null;
}

/** Prints each trial, and adds it to `trials`. */
export function trialPrinter(trials: ShownTrial[]): TuneListener {
  return {
    began: ({ point, predicted, reason }, number) =>
      print(`${number}. ${pointText(point)}\n   ${reason} Predicted: ${outcomeText(predicted)}.\n`),
    measured: (point, { outcome, invalidReason }) => {
      print(`   Measured: ${outcomeText(outcome)}.\n`);
      if (invalidReason !== null) print(`   Invalid: ${invalidReason}\n`);
      trials.push({ ...point, ...outcome, problem: invalidReason });
    },
    failed: (point, problem) => {
      print(`   Failed, and left out with larger ones: ${problem}\n`);
      trials.push({ ...point, throughput: null, p99Ms: null, problem });
    },
    confirming: (pair, pairs) => print(`Confirming, pair ${pair} of ${pairs}.\n`),
  };
}

const outcomeText = ({ throughput, p99Ms }: Outcome) =>
  `${throughput.toFixed(0)} requests/s, p99 ${Number.isFinite(p99Ms) ? p99Ms.toPrecision(3) : "–"} ms`;

export function resultReport(result: TuneResult, goal: TuningGoal, baseline: Settings): string {
  const { found, confirmation, conclusion, endReason, trials } = result;
  const lines = ["", `${endReason} ${trials} measured.`];
  const best = pointText(found.point);
  switch (conclusion) {
    case "confirmed":
      lines.push(`Best: ${best}.`);
      break;
    case "unconfirmed":
      lines.push(
        `Best in the search: ${best}. The pairs don't confirm that it is better; keep the active configuration.`,
      );
      if (confirmation?.invalidReason) lines.push(`Invalid: ${confirmation.invalidReason}`);
      break;
    case "baseline is best":
      lines.push(`The active configuration is the best: ${settingsText(baseline)}.`);
      break;
    case "out of reach":
      lines.push(
        `The objective is out of reach. Closest: ${best}, ${outcomeText(found.expected)}.`,
      );
      break;
  }
  if (confirmation) {
    const { ratio } = confirmation;
    const name = goal.kind === "throughput" ? "Throughput" : "p99";
    lines.push(`Active: ${outcomeText(confirmation.baseline)}.`);
    lines.push(`Best:   ${outcomeText(confirmation.winner)}.`);
    if (ratio) {
      const interval = `${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)}×`;
      lines.push(
        `${name} ${ratio.value.toFixed(2)}× (${interval}, 95 %): ${confirmation.verdict}.`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}
