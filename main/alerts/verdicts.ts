import {
  type AlertCondition,
  type AlertScope,
  type FigureId,
  replicaServerId,
} from "../contract/index.ts";
import {
  type DeltaPart,
  listFigureIds,
  figureValue,
  nameOfSeries,
  type Observer,
} from "../telemetry/index.ts";
import type { Verdict } from "./course.ts";

/** The result of a condition for one model of a server; "" is the server itself. */
export interface Judged {
  readonly model: string;
  readonly holds: Verdict;
  readonly value: number | null;
}

/** Whether a server is in the scope, by itself or as part of a fleet. */
export function inScope(scope: AlertScope, serverId: string): boolean {
  switch (scope.kind) {
    case "all":
      return true;
    case "servers":
      return scope.ids.includes(serverId);
    case "fleet":
    case "whole":
      return serverId.startsWith(replicaServerId(scope.id, ""));
  }
}

/** Evaluates a condition on a server's newest answer. */
export function judge(condition: AlertCondition, observer: Observer): Judged[] {
  const latest = observer.latest();
  switch (condition.kind) {
    case "lost": {
      const { state } = observer.server.status;
      return [{ model: "", holds: state !== "live" || latest?.live === false, value: null }];
    }
    case "notReady":
      if (!latest?.live) return [];
      return latest.delta.models
        .filter(({ name }) => condition.model === null || name === condition.model)
        .map(({ name, state }) => ({
          model: name,
          holds: state === "unknown" ? null : state !== "ready",
          value: null,
        }));
    default:
      return latest?.live ? judgeParts(condition, latest.delta.parts) : [];
  }
}

export type Measured = Extract<AlertCondition, { kind: "figure" | "metric" }>;

/** Evaluates a condition about a figure or a metric over an interval. */
export function judgeParts(condition: Measured, parts: readonly DeltaPart[]): Judged[] {
  const { figure, model } = seriesOfCondition(condition);
  const judged: Judged[] = [];
  for (const part of parts) {
    if (model !== null && part.model !== model) continue;
    const value = figureValue(part, figure);
    if (value === undefined) continue;
    const named = condition.kind === "metric" ? "" : part.model;
    judged.push({ model: named, holds: value === null ? null : breaks(condition, value), value });
  }
  return judged;
}

/** Whether a part contains the figure of a condition. */
export function reportsFigure(condition: Measured, part: DeltaPart): boolean {
  const { figure, model } = seriesOfCondition(condition);
  return (model === null || part.model === model) && listFigureIds(part).includes(figure);
}

function seriesOfCondition(condition: Measured): { figure: FigureId; model: string | null } {
  if (condition.kind === "metric") return nameOfSeries(condition.key);
  return { figure: condition.figure, model: condition.model };
}

function breaks({ comparison, threshold }: Measured, value: number): boolean {
  return comparison === "over" ? value > threshold : value < threshold;
}

/** The value that is further beyond a condition's threshold. */
export function worse(
  condition: AlertCondition,
  one: number | null,
  other: number | null,
): number | null {
  if (one === null || other === null) return one ?? other;
  const under = "comparison" in condition && condition.comparison === "under";
  return under ? Math.min(one, other) : Math.max(one, other);
}
