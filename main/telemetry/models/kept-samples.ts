import type { FigureId, ModelSample } from "../../contract/index.ts";
import { combine } from "../delta/combine.ts";
import type { DeltaPart } from "../delta/delta.ts";
import { valueOf } from "../delta/figures.ts";
import { secondsOf, unpackOne } from "../series/packing/pack.ts";
import type { Row } from "../series/recent.ts";
import { slotsOf } from "../series/slots.ts";

/**
 * Rows of a model as at most `maxPoints` samples. What rows do not have is null or empty: batch sizes, requests that are
 * handed over, and priority levels, so that all that wait count as of one level.
 */
export function keptSamples(rows: readonly Row[], model: string, maxPoints: number): ModelSample[] {
  // A first answer has readings alone.
  const known = rows.filter(
    ({ layout, bytes }) => layout.placeOf("requestsPerSecond", model) >= 0 && secondsOf(bytes) > 0,
  );
  return slotsOf(known, maxPoints).map((slot) => sampleOfRows(slot, model));
}

/** `rows` is not empty. */
function sampleOfRows(rows: readonly Row[], model: string): ModelSample {
  const part = (figure: FigureId) => partOf(rows, figure, model);
  const value = (figure: FigureId) => {
    const found = part(figure);
    return found && valueOf(found, figure);
  };
  const seconds = rows.reduce((sum, { bytes }) => sum + secondsOf(bytes), 0);
  const batches = part("meanBatch");
  const waiting = part("waiting");
  const queueDepth = waiting?.ranges?.waiting?.[1] ?? value("waiting");
  const running = part("running");
  return {
    t: rows.at(-1)?.t ?? 0,
    seconds,
    requestsPerSecond: value("requestsPerSecond") ?? 0,
    inferencesPerSecond: value("inferencesPerSecond") ?? 0,
    executionsPerSecond: batches?.form === "ratio" && seconds > 0 ? batches.whole / seconds : 0,
    failuresPerSecond: value("failuresPerSecond") ?? 0,
    refusedPerSecond: null,
    queueDepth,
    executing: running?.ranges?.running?.[1] ?? value("running"),
    handedOver: null,
    depths: queueDepth === null ? [] : [{ level: 0, queued: queueDepth, delayed: 0 }],
    meanBatch: value("meanBatch"),
    cacheHitRate: value("cacheHitRate"),
    queueMs: value("queueMs"),
    computeMs: value("computeMs"),
    p50Ms: value("latencyP50Ms"),
    p95Ms: value("latencyP95Ms"),
    p99Ms: value("latencyP99Ms"),
    batches: [],
  };
}

/** One figure of rows put together; null where none of them has it. */
function partOf(rows: readonly Row[], figure: FigureId, model: string): DeltaPart | null {
  const parts = rows.flatMap(({ layout, bytes }) => {
    const place = layout.placeOf(figure, model);
    return place < 0 ? [] : (unpackOne(layout, bytes, place) ?? []);
  });
  return parts.length === 0 ? null : combine(parts, "time");
}
