import { type AlertScope, fleetServerId } from "../contract/index.ts";
import {
  type Delta,
  type DeltaPart,
  joinDeltas,
  type Observer,
  type Row,
  unpack,
} from "../telemetry/index.ts";
import { type FleetName, mergeParts } from "./subject.ts";
import { type Measured, reportsFigure } from "./verdicts.ts";

/** The stored history of a server, or of a fleet as a whole, oldest first. */
export interface Past {
  readonly id: string;
  readonly name: string;
  readonly steps: () => Promise<Iterable<Step>>;
}

interface Step {
  /** End of its interval, ms since the epoch, and its length. */
  readonly t: number;
  readonly seconds: number;
  readonly parts: readonly DeltaPart[];
}

type Read = (observer: Observer) => Promise<readonly Row[]>;

interface PastParts {
  readonly condition: Measured;
  readonly fleetName: FleetName;
  readonly stepMs: number;
  readonly read: Read;
}

export function readPasts(
  scope: AlertScope,
  observers: readonly Observer[],
  { condition, fleetName, stepMs, read }: PastParts,
): Past[] {
  if (scope.kind !== "whole")
    return observers.map((observer) => ({
      id: observer.server.id,
      name: observer.server.status.name,
      steps: async () => unpackSteps(await read(observer)),
    }));
  const name = fleetName(scope.id);
  if (name === null) return [];
  const steps = () => stepsOfAll(condition, observers, stepMs, read);
  return [{ id: fleetServerId(scope.id), name, steps }];
}

function* unpackSteps(rows: readonly Row[]): Generator<Step> {
  for (const { t, layout, bytes } of rows) yield { t, ...unpack(layout, bytes) };
}

async function stepsOfAll(
  condition: Measured,
  observers: readonly Observer[],
  stepMs: number,
  read: Read,
): Promise<Step[]> {
  const slots = new Map<number, Pick<Delta, "seconds" | "parts">[]>();
  for (const observer of observers) {
    const steps = [...unpackSteps(await read(observer))].map((step) => ({
      ...step,
      restarted: false,
      models: [],
      parts: step.parts.filter((part) => reportsFigure(condition, part)),
    }));
    for (const [t, own] of Map.groupBy(steps, (step) => Math.ceil(step.t / stepMs) * stepMs)) {
      const slot = slots.get(t) ?? [];
      slot.push(joinDeltas(own));
      slots.set(t, slot);
    }
  }
  return [...slots]
    .sort(([a], [b]) => a - b)
    .map(([t, all]) => ({ t, seconds: stepMs / 1000, parts: mergeParts(condition, all) }));
}
