import { possibleErrorSentence } from "./lab/change-text.ts";
import type {
  SearchConfirmation,
  SearchGoal,
  SearchOutcome,
  SearchPoint,
  SearchSettings,
  TuningSearch,
} from "./tuning-search.ts";

/** "dynamic batching up to 16, preferred sizes 4, 8, 16, delay 500 µs, 2 instances, 1 thread each" */
export function settingsText(settings: SearchSettings): string {
  const { maxBatchSize, delayUs, instances, preferred = [], queueSize, threads, cache } = settings;
  return [
    maxBatchSize > 1 ? `dynamic batching up to ${maxBatchSize}` : "no dynamic batching",
    preferred.length > 0 &&
      `preferred ${preferred.length === 1 ? "size" : "sizes"} ${preferred.join(", ")}`,
    delayUs > 0 && maxBatchSize > 1 && `delay ${delayUs} µs`,
    queueSize !== undefined && `max queue size ${queueSize}`,
    counted(instances, "instance"),
    threads !== undefined && `${counted(threads, "thread")} each`,
    cache && "response cache",
  ]
    .filter(Boolean)
    .join(", ");
}

const counted = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`;

/** The settings, with the load if it is part of the point. */
export function pointText({ settings, clients }: SearchPoint): string {
  if (clients === null) return settingsText(settings);
  return `${settingsText(settings)}, at ${counted(clients, "client")}`;
}

type Excluded = NonNullable<TuningSearch["excluded"]>[number];

export const describeExcluded = ({ configurations, reason }: Excluded) =>
  `Not tried: ${counted(configurations, "configuration")}. ${reason}`;

/** "Highest throughput with p99 ≤ 20 ms, memory of the model ≤ 512 MiB, p99 of text_encoder ≤ 40 ms" */
export function aimText({ goal, constraints }: Pick<TuningSearch, "goal" | "constraints">): string {
  const { memory = null, objectives = [] } = constraints ?? {};
  return [
    goalText(goal),
    ...(memory ? [`memory of the model ≤ ${plain(memory.limitBytes / 2 ** 20)} MiB`] : []),
    ...objectives.map(({ model, p99Ms }) => `p99 of ${model} ≤ ${plain(p99Ms)} ms`),
  ].join(", ");
}

export function outcomeText({ throughput, p99Ms }: SearchOutcome): string {
  return `${plain(throughput)} requests/s, p99 ${plain(p99Ms)} ms`;
}

/** "Highest throughput with p99 ≤ 20 ms" */
export function goalText(goal: SearchGoal): string {
  switch (goal.kind) {
    case "throughput":
      return goal.p99Ms === null
        ? "Highest throughput"
        : `Highest throughput with p99 ≤ ${plain(goal.p99Ms)} ms`;
    case "latency":
      return `Lowest p99 at ${plain(goal.rate)} requests/s`;
    case "instances":
      return `Fewest instances at ${plain(goal.rate)} requests/s with p99 ≤ ${plain(goal.p99Ms)} ms`;
  }
}

/** Result of a confirmation in the goal's figure: "Throughput 1.62× (1.55–1.70×, 95 %): better." */
export function confirmationText(
  { kind }: SearchGoal,
  { ratio, verdict: of, invalidReason, possibleError }: SearchConfirmation,
): string {
  const verdict = invalidReason === null ? of : `${of}, but invalid`;
  const note = possibleError === undefined ? "" : ` ${possibleErrorSentence(possibleError)}`;
  const name = kind === "throughput" ? "Throughput" : "p99";
  if (ratio === null) return `${name}: ${verdict}; not enough pairs for an interval.${note}`;
  const [value, low, high] = [ratio.value, ratio.low, ratio.high].map((each) => each.toFixed(2));
  return `${name} ${value}× (${low}–${high}×, 95 %): ${verdict}.${note}`;
}

/** Whether a search was interrupted and can be resumed. */
export const canContinue = ({ state, result }: Pick<TuningSearch, "state" | "result">) =>
  result === null && (state === "stopped" || state === "failed");

/** Whether a search's result wasn't confirmed and can be measured once more. */
export const canConfirmAgain = ({
  state,
  result,
  applied,
  known,
}: Pick<TuningSearch, "state" | "result" | "applied" | "known">) =>
  state === "finished" &&
  result?.conclusion === "unconfirmed" &&
  !result.confirmation?.violation &&
  applied === null &&
  known !== undefined;

/** A search's result: a headline and its consequence. */
export function describeSearchResult(search: TuningSearch): { title: string; text: string } {
  const { state, result, best, goal, baseline, problem, measured } = search;
  if (result === null) {
    const sentence = best
      ? `Best so far, not confirmed: ${pointText(best.point)}, ${outcomeText(best.expected)}.`
      : "Nothing was measured.";
    return state === "failed"
      ? { title: "The search failed", text: [problem, sentence].filter(Boolean).join(" ") }
      : {
          title: `Stopped after ${counted(measured.length, "measurement")}`,
          text: [problem, sentence].filter(Boolean).join(" "),
        };
  }
  const { conclusion, found, confirmation, endReason } = result;
  const at = pointText(found.point);
  const shown = confirmation ? ` ${confirmationText(goal, confirmation)}` : "";
  switch (conclusion) {
    case "confirmed":
      return { title: "A better configuration is confirmed", text: `${sentenceCase(at)}.${shown}` };
    case "unconfirmed":
      return {
        title: "No improvement confirmed",
        text: [
          `Best in the search: ${at}.${shown}`,
          confirmation?.invalidReason
            ? `Invalid: ${confirmation.invalidReason} Keep the active configuration until the best one is confirmed.`
            : "Keep the active configuration.",
          confirmation?.violation && `Not offered: ${confirmation.violation.text}`,
        ]
          .filter(Boolean)
          .join(" "),
      };
    case "baseline is best":
      return {
        title: "The active configuration is the best",
        text: `Nothing better was found than ${settingsText(baseline)}. ${endReason}`,
      };
    case "out of reach": {
      const violation = measured.findLast(
        ({ point }) => JSON.stringify(point) === JSON.stringify(found.point),
      )?.violation;
      return {
        title: "The goal is out of reach",
        text: violation
          ? `Nothing measured keeps limits and constraints. ${sentenceCase(at)}: ${violation.text}`
          : `Best reachable: ${at}, ${outcomeText(confirmation?.winner ?? found.expected)}. Relax the limit, or allow more instances or larger batches.`,
      };
    }
  }
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Three digits at least, and no exponent. */
function plain(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
