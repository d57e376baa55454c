import type { Arrivals, ExperimentPlan } from "../../contract/index.ts";
import { flag } from "./flag.ts";

/** A shell passes one argument of at most 128 KiB. */
const MAX_ARGUMENT_BYTES = 100_000;

/** Gaps that exceed a command's argument come from its standard input. */
export const intervalsFromInput = ({ load }: ExperimentPlan) =>
  load.kind === "intervals" && load.micros.join(",").length > MAX_ARGUMENT_BYTES;

/** The flags of the load and, for a search, of its range. */
export function loadFlags(plan: ExperimentPlan): string[] {
  const { load, goal } = plan;
  const range = goal.kind === "search" ? `${goal.least}:${goal.most}` : null;
  const search =
    goal.kind === "search" ? ["--binary-search", flag("precision", goal.precision)] : [];
  switch (load.kind) {
    case "concurrency":
      return [
        flag("concurrency-range", range ?? formatRange(load.levels)),
        ...search,
        ...(load.thinkMs === 0 ? [] : [flag("think-time", load.thinkMs)]),
        ...(load.paceMs ? [flag("pace", load.paceMs)] : []),
      ];
    case "rate":
      return [
        flag("request-rate-range", range ?? formatRange(load.rates)),
        ...search,
        ...arrivalFlags(load.arrivals),
      ];
    case "profile":
      return [
        flag(
          "rate-profile",
          load.parts.map((part) => `${part.seconds}:${part.from}:${part.to}`).join(","),
        ),
        ...arrivalFlags(load.arrivals),
      ];
    case "trace":
      return [flag("speed", load.speeds.join(","))];
    case "bursts":
      return [flag("bursts", `${load.size}:${load.everyMs}`)];
    case "intervals":
      return [flag("request-intervals", intervalsFromInput(plan) ? "-" : load.micros.join(","))];
  }
}

function arrivalFlags(arrivals: Arrivals): string[] {
  if (arrivals.kind === "constant") return [];
  const words = arrivals.kind === "gamma" ? `gamma:${arrivals.burstiness}` : arrivals.kind;
  return [flag("request-distribution", words)];
}

/** start:end:step if the list consists of evenly spaced whole numbers, else the list itself. */
export function formatRange(values: readonly number[]): string {
  const [first = 1, second] = values;
  if (second === undefined) return String(first);
  const step = second - first;
  const isEven =
    step > 0 && values.every((each, i) => Number.isInteger(each) && each === first + i * step);
  return isEven && values.length > 2 ? `${first}:${values.at(-1)}:${step}` : values.join(",");
}
