import type { AlertDraft, AlertPreview } from "../contract/index.ts";
import type { Observer, Observers, ReadRows } from "../telemetry/index.ts";
import { Course } from "./course.ts";
import { type Past, readPasts } from "./past.ts";
import type { FleetName } from "./subject.ts";
import { inScope, judgeParts, type Measured, worse } from "./verdicts.ts";

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
