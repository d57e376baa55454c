import { type Delta, type DeltaPart, mergeDeltas, type Observer } from "../telemetry/index.ts";
import { type AlertCondition, type AlertScope, fleetServerId } from "../contract/index.ts";
import {
  inScope,
  judge,
  type Judged,
  judgeParts,
  type Measured,
  reportsFigure,
} from "./verdicts.ts";

/** What a rule evaluates: a server, or a fleet as a whole. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  judged(condition: AlertCondition): Judged[];
}

/** The name of a fleet; null without a fleet of this id. */
export type FleetName = (id: number) => string | null;

/** What a rule evaluates among `observers`: each by itself, or all as one. */
export function findSubjects(
  scope: AlertScope,
  observers: readonly Observer[],
  fleetName: FleetName,
): Subject[] {
  if (scope.kind !== "whole") return observers.flatMap((each) => toSubject(scope, each) ?? []);
  const name = fleetName(scope.id);
  return name === null ? [] : [mergeReplicas(scope.id, name, observers)];
}

/** Null if a rule doesn't evaluate servers individually. */
export function toSubject(scope: AlertScope, observer: Observer): Subject | null {
  const { server } = observer;
  if (scope.kind === "whole" || !inScope(scope, server.id)) return null;
  return {
    id: server.id,
    name: server.status.name,
    judged: (condition) => judge(condition, observer),
  };
}

function mergeReplicas(fleet: number, name: string, observers: readonly Observer[]): Subject {
  const replicas = observers.filter(({ server }) =>
    inScope({ kind: "whole", id: fleet }, server.id),
  );
  return {
    id: fleetServerId(fleet),
    name,
    judged(condition) {
      const live = replicas.flatMap((each) => {
        const latest = each.latest();
        return latest?.live && each.server.status.state === "live" ? [latest.delta] : [];
      });
      switch (condition.kind) {
        case "lost":
          return [{ model: "", holds: live.length === 0, value: null }];
        case "notReady":
          return readyNowhere(live, condition.model);
        default:
          return judgeParts(condition, mergeParts(condition, live));
      }
    },
  };
}

/** The figures of a condition, combined over servers. */
export function mergeParts(
  condition: Measured,
  deltas: readonly Pick<Delta, "seconds" | "parts">[],
): readonly DeltaPart[] {
  return mergeDeltas(
    deltas.map(({ seconds, parts }) => ({
      seconds,
      restarted: false,
      models: [],
      parts: parts.filter((part) => reportsFigure(condition, part)),
    })),
  ).parts;
}

function readyNowhere(deltas: readonly Delta[], model: string | null): Judged[] {
  const all = deltas.flatMap(({ models }) => models);
  return [...Map.groupBy(all, ({ name }) => name)]
    .filter(([name]) => model === null || name === model)
    .map(([name, each]) => ({
      model: name,
      holds: each.every(({ state }) => state === "unknown")
        ? null
        : each.every(({ state }) => state !== "ready"),
      value: null,
    }));
}
