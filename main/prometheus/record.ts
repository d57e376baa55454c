import type { Clock } from "../../base/clock.ts";
import { StatusError } from "../../base/status-error.ts";
import type { MetricSample } from "../servers/metrics/index.ts";
import type {
  MetricsRecord,
  RecordedInstant,
  RecordedMetrics,
  WantedMetrics,
} from "../telemetry/index.ts";
import type { ApiRange, ApiSeries, Labels, PrometheusApi } from "./api.ts";
import type { Links, Place } from "./links.ts";
import { durationText, matchersOf, quoted } from "./promql.ts";
import type { Sources } from "./sources.ts";

/** Scrapes are no closer as a rule. */
const MIN_STEP_MS = 5000;
/** Of all series together; with more, instants are further apart. */
const MAX_SAMPLES = 200_000;
const MIN_INSTANTS = 20;
/** Restarts between two instants that are closer show in the counters themselves. */
const RESETS_FROM_MS = 30_000;
/** So that a reset between two windows is in one of them. */
const RESETS_OVERLAP_MS = 60_000;
const KEPT_ANSWERS = 16;
const KEPT_MS = 60_000;
/** Answers of shorter spans are small, and asked for once. */
const KEPT_FROM_MS = 240_000;
/** After a failure charts do not wait for it again. */
const PAUSE_MS = 30_000;
/** Charts wait at most this long. */
const LIMIT_MS = 10_000;

interface Kept {
  readonly at: number;
  readonly recorded: Promise<readonly RecordedInstant[]>;
}

/** Servers' metrics as Prometheus recorded them. */
export class PrometheusRecord implements MetricsRecord {
  readonly #sources: Sources;
  readonly #links: Links;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();
  /** By server or fleet: until when it isn't read. */
  readonly #paused = new Map<string, number>();

  constructor(sources: Sources, links: Links, clock: Clock) {
    this.#sources = sources;
    this.#links = links;
    this.#clock = clock;
    sources.onChanged(() => this.#forget());
    links.onChanged(() => this.#paused.clear());
  }

  /** Null as well where it can't be read, which is noted with the link. */
  async read(serverId: string, wanted: WantedMetrics): Promise<RecordedMetrics | null> {
    const place = this.#links.of(serverId);
    if (place === null || this.#clock.now() < (this.#paused.get(place.owner) ?? 0)) return null;
    try {
      const instants = await this.#read(place, wanted);
      this.#links.note(place.owner, null);
      return { origin: `Prometheus ${place.name}`, instants };
    } catch (thrown) {
      const { message } = StatusError.from(thrown);
      this.#links.note(place.owner, message);
      this.#paused.set(place.owner, this.#clock.now() + PAUSE_MS);
      return null;
    }
  }

  #forget(): void {
    this.#kept.clear();
    this.#paused.clear();
  }

  #read(place: Place, wanted: WantedMetrics): Promise<readonly RecordedInstant[]> {
    const now = this.#clock.now();
    const range = alignedRange(wanted, Math.max(MIN_STEP_MS, wanted.stepMs));
    const ask = () =>
      this.#sources.use(place.prometheus, (api) => readInstants(api, place.labels, wanted, range));
    if (range.to - range.from < KEPT_FROM_MS) return ask();
    const key = JSON.stringify([place.prometheus, place.labels, wanted.names, range]);
    const kept = this.#kept.get(key);
    if (kept && now - kept.at < KEPT_MS) return kept.recorded;
    const recorded = ask();
    this.#kept.delete(key);
    this.#kept.set(key, { at: now, recorded });
    recorded.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_ANSWERS && oldest !== undefined) this.#kept.delete(oldest);
    return recorded;
  }
}

async function readInstants(
  api: PrometheusApi,
  labels: Labels,
  { names, counter, from, to }: WantedMetrics,
  aligned: ApiRange,
): Promise<readonly RecordedInstant[]> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  try {
    const matchers = matchersOf(labels);
    const all = `{__name__=~${quoted(names)},${matchers}}`;
    const { series: counts } = await api.query(`count(${all})`, aligned.to, signal);
    const count = Math.max(1, counts[0]?.points.at(-1)?.[1] ?? 1);
    const most = Math.max(MIN_INSTANTS, Math.floor(MAX_SAMPLES / count));
    const range = alignedRange({ from, to }, Math.max(aligned.stepMs, (to - from) / most));
    const { series } = await api.queryRange(all, range, signal);
    const [stamps, resets] = await Promise.all([
      readStamps(api, { series, matchers, range, signal }),
      readResets(api, { counter, matchers, range, signal }),
    ]);
    return toInstants(series, stamps, resets);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new StatusError(
      "DEADLINE_EXCEEDED",
      `Prometheus did not answer within ${LIMIT_MS / 1000} s.`,
    );
  }
}

/** On a grid of steps that begins at the epoch, so that a window that moves on asks for the same instants. */
function alignedRange({ from, to }: Pick<WantedMetrics, "from" | "to">, step: number): ApiRange {
  const stepMs = Math.ceil(step / 1000) * 1000;
  return {
    from: Math.floor(from / stepMs) * stepMs,
    to: Math.ceil(to / stepMs) * stepMs,
    stepMs,
  };
}

interface Reading {
  readonly matchers: string;
  readonly range: ApiRange;
  readonly signal: AbortSignal;
}

/** When the samples of each instant were scraped: an instant has the newest sample before it (PROM-6). */
async function readStamps(
  api: PrometheusApi,
  { series, matchers, range, signal }: Reading & { readonly series: readonly ApiSeries[] },
): Promise<ReadonlyMap<number, number>> {
  const [longest] = series.toSorted((a, b) => b.points.length - a.points.length);
  const name = longest?.labels["__name__"];
  if (name === undefined) return new Map();
  const query = `max(timestamp({__name__=${quoted(name)},${matchers}}))`;
  const { series: stamps } = await api.queryRange(query, range, signal);
  return new Map(stamps[0]?.points.map(([t, seconds]) => [t, Math.round(seconds * 1000)]));
}

/** The instants before which a counter began again. */
async function readResets(
  api: PrometheusApi,
  { counter, matchers, range, signal }: Reading & { readonly counter: string },
): Promise<ReadonlySet<number>> {
  if (range.stepMs < RESETS_FROM_MS) return new Set();
  const window = durationText(range.stepMs + RESETS_OVERLAP_MS);
  const query = `max(resets({__name__=${quoted(counter)},${matchers}}[${window}]))`;
  const { series } = await api.queryRange(query, range, signal);
  return new Set(series[0]?.points.flatMap(([t, value]) => (value > 0 ? [t] : [])));
}

function toInstants(
  series: readonly ApiSeries[],
  stamps: ReadonlyMap<number, number>,
  resets: ReadonlySet<number>,
): readonly RecordedInstant[] {
  const byStep = new Map<number, MetricSample[]>();
  for (const { labels, points } of series) {
    const { __name__: name = "", ...rest } = labels;
    const own = ownLabels(rest);
    for (const [t, value] of points) {
      const samples = byStep.get(t);
      if (samples) samples.push({ name, labels: own, value });
      else byStep.set(t, [{ name, labels: own, value }]);
    }
  }
  const instants: RecordedInstant[] = [];
  let restarted = false;
  for (const [step, samples] of [...byStep].sort(([a], [b]) => a - b)) {
    const t = stamps.get(step) ?? step;
    restarted ||= resets.has(step);
    if (t <= (instants.at(-1)?.t ?? Number.NEGATIVE_INFINITY)) continue;
    instants.push({ t, samples, restarted });
    restarted = false;
  }
  return instants;
}

/** Prometheus renames a server's own label to exported_X where the target has a label X. */
function ownLabels(labels: Labels): Labels {
  const renamed = Object.keys(labels).filter(
    (name) => name.startsWith(EXPORTED) && name.slice(EXPORTED.length) in labels,
  );
  if (renamed.length === 0) return labels;
  const own: Record<string, string> = { ...labels };
  for (const name of renamed) {
    own[name.slice(EXPORTED.length)] = labels[name] ?? "";
    delete own[name];
  }
  return own;
}

const EXPORTED = "exported_";
