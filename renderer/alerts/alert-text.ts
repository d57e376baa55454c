import {
  type AlertCondition,
  type AlertDraft,
  type AlertFiring,
  type AlertScope,
  FIGURES,
  type FigureUnit,
  type FleetSummary,
  type ServerStatus,
} from "../../main/contract/index.ts";
import { formatCount } from "../format/numbers.ts";
import { unitFormats } from "../figures/units.ts";

/** A figure with its unit; without one for metrics, whose unit is unknown. */
export function figureText(value: number | null, unit: FigureUnit | null): string {
  return unit === null ? formatCount(value) : unitFormats[unit].text(value);
}

export function conditionUnit(condition: AlertCondition): FigureUnit | null {
  return condition.kind === "figure" ? FIGURES[condition.figure].unit : null;
}

/** A duration in the largest unit that divides it: 30 s, 5 min, 1 h. */
export function formatSpan(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** An approximate duration: 40 s, 12 min, 1.5 h, 30 days. */
export function formatRoughSpan(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  const hours = Math.round(seconds / 360) / 10;
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

/** The condition without the servers it applies to. */
export function describeCondition(condition: AlertCondition): string {
  switch (condition.kind) {
    case "lost":
      return "Server or replica does not answer";
    case "notReady":
      return condition.model === null
        ? "Any model is not ready"
        : `${condition.model} is not ready`;
    case "figure": {
      const { figure, model, comparison, threshold } = condition;
      const { label, unit } = FIGURES[figure];
      const of = model === null ? "" : ` of ${model === "" ? "the server" : model}`;
      return `${label}${of} ${comparison} ${figureText(threshold, unit)}`;
    }
    case "metric": {
      const { key, comparison, threshold } = condition;
      return `${formatMetric(key)} ${comparison} ${formatCount(threshold)}`;
    }
  }
}

type Metric = Extract<AlertCondition, { kind: "metric" }>["key"];

const MADE: Readonly<Record<Metric["as"], string>> = {
  value: "",
  rate: " per second",
  mean: ", mean",
  p50: ", p50",
  p95: ", p95",
  p99: ", p99",
};

function formatMetric({ name, labels, as }: Metric): string {
  const inner = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return `${name}${inner.length > 0 ? `{${inner.join(",")}}` : ""}${MADE[as]}`;
}

export function formatHold(seconds: number): string {
  return seconds === 0 ? "immediately" : `for ${formatSpan(seconds)}`;
}

/** The default name of a rule. */
export function ruleName({ condition, forSeconds }: Pick<AlertDraft, "condition" | "forSeconds">) {
  const words = describeCondition(condition);
  return forSeconds === 0 ? words : `${words} ${formatHold(forSeconds)}`;
}

const fleetName = (id: number, fleets: readonly FleetSummary[]) =>
  fleets.find((each) => each.id === id)?.name ?? "a removed fleet";

export function describeScope(
  scope: AlertScope,
  servers: readonly ServerStatus[],
  fleets: readonly FleetSummary[],
): string {
  switch (scope.kind) {
    case "all":
      return "Every server and replica";
    case "servers":
      return scope.ids.map((id) => servers.find((each) => each.id === id)?.name ?? id).join(", ");
    case "fleet":
      return `Replicas of ${fleetName(scope.id, fleets)}`;
    case "whole":
      return `${fleetName(scope.id, fleets)} as a whole`;
  }
}

export const endReasons: Readonly<Record<NonNullable<AlertFiring["endedBy"]>, string>> = {
  well: "resolved",
  unknown: "no data for 5 min",
  rule: "the rule was changed",
  gone: "the server was removed",
  console: "the console was closed",
};

/** The number of servers on which each rule fires, largest first. */
export function describeStorm(firing: readonly AlertFiring[]): string {
  return [...Map.groupBy(firing, ({ rule }) => rule)]
    .map(([rule, all]) => ({ rule, servers: new Set(all.map(({ serverId }) => serverId)).size }))
    .sort((a, b) => b.servers - a.servers)
    .map(({ rule, servers }) => `${rule}: ${servers === 1 ? "one server" : `${servers} servers`}`)
    .join("; ");
}
