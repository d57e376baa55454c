import type { Clock } from "../../base/clock.ts";
import {
  describeExcluded,
  describeSearchResult,
  type MeasuredTrial,
  outcomeText,
  pointText,
  type SearchTrial,
  type TuningSearch,
} from "../../main/contract/index.ts";
import type { TuneListener, TuneResult } from "../../main/tuning/search/index.ts";
import { print } from "./output.ts";

/** Prints each trial, and keeps its data for the report. */
export class TrialLog implements TuneListener {
  readonly measuredTrials: MeasuredTrial[] = [];
  /** After each trial, in order. */
  onTrial: () => void = () => {};
  map: TuningSearch["map"] = [];
  excluded: NonNullable<TuningSearch["excluded"]> = [];
  readonly #clock: Clock;
  #current: SearchTrial | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  began({ point, predicted, reason }: Parameters<TuneListener["began"]>[0], number: number): void {
    this.#current = { number, point, predicted, reason, startedAt: this.#clock.now() };
    print(`${number}. ${pointText(point)}\n   ${reason} Predicted: ${outcomeText(predicted)}.\n`);
  }

  measured(
    _point: MeasuredTrial["point"],
    {
      invalidReason: problem,
      singles: _singles,
      errorFactor: _errorFactor,
      worseFactor: _worseFactor,
      ...measurement
    }: Parameters<TuneListener["measured"]>[1],
  ): void {
    const { outcome, endedEarly, violation } = measurement;
    print(`   Measured: ${outcomeText(outcome)}.\n`);
    if (endedEarly) print(`   ${endedEarly}\n`);
    if (problem !== null) print(`   Invalid: ${problem}\n`);
    if (violation) print(`   Not offered: ${violation.text}\n`);
    this.#over({ problem, ...measurement });
  }

  failed(_point: MeasuredTrial["point"], problem: string): void {
    print(`   Failed, and left out with larger ones: ${problem}\n`);
    this.#over({ outcome: null, problem });
  }

  updated(search: Parameters<NonNullable<TuneListener["updated"]>>[0]): void {
    this.map = search.predictions();
  }

  confirming(pair: number, pairs: number, runnerUp: MeasuredTrial["point"] | null): void {
    const second =
      runnerUp && pair === 1
        ? ` Measured as well, since noise could change the order: ${pointText(runnerUp)}.`
        : "";
    print(`Confirming, pair ${pair} of ${pairs}.${second}\n`);
  }

  #over(more: Pick<MeasuredTrial, "outcome" | "problem"> & Partial<MeasuredTrial>): void {
    if (!this.#current) return;
    const seconds = (this.#clock.now() - this.#current.startedAt) / 1000;
    this.measuredTrials.push({ ...this.#current, ...more, seconds });
    this.#current = null;
    this.onTrial();
  }
}

type Given = Pick<
  TuningSearch,
  | "plan"
  | "goal"
  | "ranges"
  | "constraints"
  | "trials"
  | "pairs"
  | "baseline"
  | "baselineConfig"
  | "foundConfig"
  | "environment"
  | "createdAt"
  | "finishedAt"
>;

/** A finished search in the form that the console's reports use. */
export function finishedSearch(given: Given, log: TrialLog, result: TuneResult): TuningSearch {
  const { plan } = given;
  const model = plan.traffic[0]?.model ?? "";
  const { conclusion, found, confirmation, endReason } = result;
  return {
    ...given,
    id: 0,
    name: `Search ${model}`,
    state: "finished",
    serverId: plan.serverId,
    model,
    minutes: null,
    excluded: log.excluded,
    measured: log.measuredTrials,
    map: log.map,
    best: found,
    result: { conclusion, found, confirmation, endReason },
    current: null,
    confirming: null,
    pausing: false,
    problem: null,
    applied: null,
  };
}

/** One line per reason. */
export const excludedText = (excluded: NonNullable<TuningSearch["excluded"]>) =>
  excluded.map((each) => `${describeExcluded(each)}\n`).join("");

export function resultReport(search: TuningSearch): string {
  const { result, measured } = search;
  const { title, text } = describeSearchResult(search);
  const confirmation = result?.confirmation;
  const lines = [
    "",
    `${result?.endReason ?? ""} ${measured.length} measured.`,
    `${title}. ${text}`,
  ];
  if (confirmation) {
    lines.push(`Active: ${outcomeText(confirmation.baseline)}.`);
    lines.push(`Best:   ${outcomeText(confirmation.winner)}.`);
  }
  return `${lines.join("\n")}\n`;
}
