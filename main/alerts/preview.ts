import {
  type AlertDraft,
  type AlertPreview,
  type AlertScope,
  fleetServerId,
} from "../contract/index.ts";
import {
  type Delta,
  type DeltaPart,
  joinDeltas,
  type Observer,
  type Observers,
  type ReadRows,
  type Row,
  unpack,
} from "../telemetry/index.ts";
import { Course } from "./course.ts";
import { type FleetName, mergeParts } from "./subject.ts";
import { inScope, judgeParts, type Measured, reportsFigure, worse } from "./verdicts.ts";

const FINE_S = 10;
const COARSE_S = 300;
const MAX_ROWS = 20_000;
const SHOWN = 50;

interface Observed {
  /** ms since the epoch */
  readonly now: number;
  readonly observers: Observers;
  readonly readRows: ReadRows;
  readonly fleetName?: FleetName;
}

type Firing = AlertPreview["firings"][number];

/** How often a rule would have fired in the last `hours`, or as far back as the history goes. */
export async function previewAlert(
  rule: AlertDraft,
  hours: number,
  { now, observers, readRows, fleetName = () => null }: Observed,
): Promise<AlertPreview> {
  const { condition, scope } = rule;
  const inIt = observers.list().filter(({ server }) => inScope(scope, server.id));
  const wanted = hours * 3600;
  const fine = (wanted / FINE_S) * inIt.length <= MAX_ROWS;
  const stepSeconds = fine ? FINE_S : COARSE_S;
  const seconds = Math.min(wanted, (MAX_ROWS * stepSeconds) / Math.max(1, inIt.length));
  const from = now - seconds * 1000;
  const result = { from, to: now, stepSeconds, series: 0, count: 0, firings: [] };
  if (condition.kind === "lost" || condition.kind === "notReady")
    return {
      ...result,
      unavailable: "No preview: whether a server or a model was available is not kept.",
    };
  const firings: Firing[] = [];
  let series = 0;
  let earliest = now;
  const stepMs = stepSeconds * 1000;
  const read = (observer: Observer) => readRows(observer, from, now, stepMs);
  for (const past of readPasts(scope, inIt, { condition, fleetName, stepMs, read })) {
    const walk = new Walk({ ...rule, condition }, past);
    for (const { t, seconds: covered, parts } of await past.steps()) {
      earliest = Math.min(earliest, t);
      walk.step(t, covered * 1000, judgeParts(condition, parts));
    }
    series += walk.series;
    firings.push(...walk.firings);
  }
  firings.sort((a, b) => b.from - a.from);
  return {
    ...result,
    from: earliest < now ? earliest : from,
    series,
    count: firings.length,
    firings: firings.slice(0, SHOWN),
    unavailable: null,
  };
}

/** Evaluates a rule over the history of one server or fleet. */
class Walk {
  readonly firings: Firing[] = [];
  readonly #rule: AlertDraft & { readonly condition: Measured };
  readonly #of: Past;
  readonly #courses = new Map<string, { course: Course; firing: Firing | null }>();

  constructor(rule: AlertDraft & { condition: Measured }, of: Past) {
    this.#rule = rule;
    this.#of = of;
  }

  get series(): number {
    return this.#courses.size;
  }

  step(t: number, overMs: number, judged: ReturnType<typeof judgeParts>): void {
    const byModel = new Map(judged.map((each) => [each.model, each]));
    for (const model of new Set([...byModel.keys(), ...this.#courses.keys()])) {
      this.#stepOne(t, overMs, model, byModel.get(model) ?? { holds: null, value: null });
    }
  }

  #stepOne(
    t: number,
    overMs: number,
    model: string,
    { holds, value }: { readonly holds: boolean | null; readonly value: number | null },
  ): void {
    const followed = this.#courses.get(model) ?? {
      course: new Course(this.#rule.forSeconds),
      firing: null,
    };
    this.#courses.set(model, followed);
    const turn = followed.course.step(t, holds, overMs);
    if (turn === "fired") {
      const { id, name } = this.#of;
      followed.firing = {
        serverId: id,
        server: name,
        model,
        from: t,
        to: null,
        worst: value,
      };
      this.firings.push(followed.firing);
    } else if (followed.firing && turn) {
      followed.firing.to = t;
      followed.firing = null;
    } else if (followed.firing) {
      followed.firing.worst = worse(this.#rule.condition, followed.firing.worst, value);
    }
  }
}

/** The stored history of a server, or of a fleet as a whole, oldest first. */
interface Past {
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

function readPasts(
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
