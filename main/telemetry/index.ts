export { type Delta, computeDelta } from "./delta/delta.ts";
export type { DeltaPart } from "./delta/delta-part.ts";
export {
  listFigureIds,
  toFigures,
  figureValue,
  partsByModel,
  type PartsByFigure,
} from "./delta/part-figures.ts";
export { joinDeltas, mergeDeltas } from "./delta/merge.ts";
export { nameOfSeries } from "./delta/metric-name.ts";
export { telemetryMigrations } from "./models/last-frames.ts";
export { type Answered, Sampler } from "./models/sampler.ts";
export type { ReadRows } from "./series/joined-rows.ts";
export type {
  MetricsRecord,
  RecordedInstant,
  RecordedMetrics,
  WantedMetrics,
} from "./series/metrics-record.ts";
export type { Observer } from "./polling/observer.ts";
export { Observers } from "./polling/observers.ts";
export { packChunk } from "./series/packing/chunk.ts";
export { pack, unpack } from "./series/packing/pack.ts";
export { layouts, type Row } from "./series/recent.ts";
export type { Reading, VersionReading } from "./models/reading.ts";
export { startTelemetry } from "./start-telemetry.ts";
