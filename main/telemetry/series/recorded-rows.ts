import { nextTurn } from "../../../base/steps.ts";
import type { MetricKey } from "../../contract/index.ts";
import type { Observation, ServerAdapter } from "../../servers/index.ts";
import { Exposition, processStart, recordedMetrics } from "../../servers/kinds/index.ts";
import { type Delta, computeDelta } from "../delta/delta.ts";
import { metricFiguresIn, namesOfMetric } from "../delta/metric-figures.ts";
import type { MetricsRecord, RecordedInstant } from "./metrics-record.ts";
import { pack } from "./packing/pack.ts";
import { layouts, type Row } from "./recent.ts";

/** Whose record is read. */
export interface RecordedServer {
  readonly server: Pick<ServerAdapter, "id" | "status">;
  /** Models that are known to be there. */
  readonly models: readonly string[];
  /** Metrics that are charted, next to the figures. */
  readonly keys: readonly MetricKey[];
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
}

/** Instants further apart than this many steps have a gap between them. */
const GAP_STEPS = 3;
/** Figures of at most this many instants are made in one turn of the event loop. */
const AT_ONCE = 5;

/** What happened between two instants that were recorded. */
export interface RecordedDelta {
  /** When it ends, ms since the epoch. */
  readonly t: number;
  readonly delta: Delta;
}

/** As {@link recordedDeltas}, packed as rows. */
export async function recordedRows(
  record: MetricsRecord,
  server: RecordedServer,
  span: Span,
): Promise<Row[]> {
  const recorded = await recordedDeltas(record, server, span);
  if (recorded === null) return [];
  const { origin, deltas } = recorded;
  let last: Row["layout"] | null = null;
  return deltas.map(({ t, delta }) => {
    const layout = layouts.of(delta.parts, last);
    last = layout;
    return { t, layout, bytes: pack(delta), origin };
  });
}

/**
 * Intervals of a server out of a record of its metrics, by the same rules as those of its own answers: what grew between two
 * instants. Null where there is no record, or where the metrics of its kind alone give no figures.
 */
export async function recordedDeltas(
  record: MetricsRecord,
  { server, models, keys }: RecordedServer,
  span: Span,
): Promise<{ readonly origin: string; readonly deltas: readonly RecordedDelta[] } | null> {
  const { kind, version } = server.status;
  const reading = recordedMetrics(kind);
  if (reading === null) return null;
  const { counter } = reading;
  const names = [reading.names, ...new Set(keys.flatMap(namesOfMetric).map(escaped))].join("|");
  const recorded = await record.read(server.id, { names, counter, ...span });
  if (recorded === null) return null;
  const { origin, instants } = recorded;
  const observe = (instant: RecordedInstant): Observation => {
    const exposition = toExposition(instant);
    return {
      incarnation: processStart(exposition),
      models: [],
      figures: [
        ...reading.figures(exposition, { models, version }),
        ...metricFiguresIn(exposition.read.samples, keys),
      ],
      exposition: null,
    };
  };
  const longest = GAP_STEPS * usualStep(instants, span.stepMs);
  const deltas: RecordedDelta[] = [];
  let before: { readonly t: number; readonly observation: Observation } | null = null;
  for (const [index, instant] of instants.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const observation = observe(instant);
    const apart = before === null ? 0 : instant.t - before.t;
    if (before !== null && !instant.restarted && apart <= longest)
      deltas.push({
        t: instant.t,
        delta: computeDelta(before.observation, observation, apart / 1000),
      });
    before = { t: instant.t, observation };
  }
  return { origin, deltas };
}

/** How far apart instants are as a rule: the step, or the interval of the scrapes where that is longer. */
function usualStep(instants: readonly RecordedInstant[], stepMs: number): number {
  const apart = instants.slice(1).map(({ t }, index) => t - (instants[index]?.t ?? t));
  const usual = apart.toSorted((a, b) => a - b)[Math.floor(apart.length / 2)] ?? stepMs;
  return Math.max(stepMs, usual);
}

function toExposition({ samples }: RecordedInstant): Exposition {
  const byName = Map.groupBy(samples, ({ name }) => name);
  return new Exposition("", { samples: byName, types: new Map(), helps: new Map() });
}

function escaped(name: string): string {
  return name.replace(/[^A-Za-z0-9_:]/g, "\\$&");
}
