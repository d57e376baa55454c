import type { Clock } from "../../../base/clock.ts";
import { reportFault } from "../../../base/faults.ts";
import type { FigureId } from "../../contract/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import type { Delta } from "../delta/delta.ts";
import type { DeltaPart } from "../delta/delta-part.ts";
import { stretch } from "../delta/merge.ts";
import { listFigureIds } from "../delta/part-figures.ts";
import type { MetricsRecord } from "../series/metrics-record.ts";
import { recordedDeltas } from "../series/recorded-rows.ts";
import type { MetricSubscriptions } from "./metric-subscriptions.ts";

/** The record is read so often, ms: of servers that somebody watches, and of the others. */
const WATCHED_MS = 15_000;
const UNWATCHED_MS = 60_000;
/** Scrapes are a minute apart at most, as a rule. */
const SPAN_MS = 150_000;
const STEP_MS = 5000;

interface RecordedFiguresParts {
  readonly record: MetricsRecord;
  readonly server: ServerAdapter;
  readonly subscriptions: MetricSubscriptions;
  readonly clock: Clock;
}

interface Newest {
  readonly origin: string;
  readonly t: number;
  readonly delta: Delta;
}

/** Figures of a server that exports no metrics to the console, as its metrics were recorded last elsewhere. */
export class RecordedFigures {
  readonly #parts: RecordedFiguresParts;
  #newest: Newest | null = null;
  #asking = false;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: RecordedFiguresParts) {
    this.#parts = parts;
  }

  /** With the figures that the server does not report itself, as of the last scrapes; they are read in the background. */
  complete(own: Delta, isWatched: boolean): Delta {
    const now = this.#parts.clock.now();
    const every = isWatched ? WATCHED_MS : UNWATCHED_MS;
    if (!this.#asking && now - this.#askedAt >= every) void this.#ask(own, now);
    const newest = this.#newest;
    if (newest === null || now - newest.t > SPAN_MS) return own;
    const { delta, origin } = newest;
    return { ...own, parts: completedParts(own, delta, origin) };
  }

  async #ask({ models }: Delta, now: number): Promise<void> {
    const { record, server, subscriptions } = this.#parts;
    this.#asking = true;
    this.#askedAt = now;
    try {
      const whose = { server, models: models.map(({ name }) => name), keys: subscriptions.keys() };
      const span = { from: now - SPAN_MS, to: now, stepMs: STEP_MS };
      const recorded = await recordedDeltas(record, whose, span);
      const last = recorded?.deltas.at(-1);
      this.#newest = recorded && last ? { origin: recorded.origin, ...last } : null;
    } catch (error) {
      this.#newest = null;
      reportFault("observation", error);
    } finally {
      this.#asking = false;
    }
  }
}

/** What grew between two scrapes, as if it had grown as fast in the interval of the server's own answers. */
function completedParts(own: Delta, recorded: Delta, origin: string): DeltaPart[] {
  const reported = new Set(own.parts.flatMap((part) => idsOf(part)));
  const weight = recorded.seconds > 0 ? own.seconds / recorded.seconds : 0;
  const added = recorded.parts
    .filter((part) => part.form !== "unavailable" && !idsOf(part).some((id) => reported.has(id)))
    .map((part) => ({ ...stretch(part, weight), source: `${part.source} (${origin})` }));
  const found = new Set<FigureId>(added.flatMap((part) => idsOf(part)));
  const others = own.parts.filter((part) => part.form !== "unavailable" || !found.has(part.figure));
  return [...others, ...added];
}

const idsOf = (part: DeltaPart): readonly FigureId[] =>
  part.form === "unavailable" ? [] : listFigureIds(part);
