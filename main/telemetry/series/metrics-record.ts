import type { MetricSample } from "../../servers/metrics/index.ts";

/** What was recorded of servers' metrics elsewhere, such as by Prometheus. */
export interface MetricsRecord {
  /** Null where nothing is recorded of the server, or it can't be read now. */
  read(serverId: string, wanted: WantedMetrics): Promise<RecordedMetrics | null>;
}

export interface WantedMetrics {
  /** Names of metrics, a regular expression without anchors. */
  readonly names: string;
  /** A counter that begins again when the server restarts. */
  readonly counter: string;
  /** ms since the epoch */
  readonly from: number;
  readonly to: number;
  /** Instants need not be closer. */
  readonly stepMs: number;
}

export interface RecordedMetrics {
  /** Where they were recorded, as pages show it. */
  readonly origin: string;
  /** Times ascending. */
  readonly instants: readonly RecordedInstant[];
}

/** What a server exported at one moment, as it was recorded. */
export interface RecordedInstant {
  /** When it was read from the server, ms since the epoch. */
  readonly t: number;
  /** With the labels that the server itself gave them. */
  readonly samples: readonly MetricSample[];
  /** Whether the counter began again since the instant before. */
  readonly restarted: boolean;
}

export const NO_RECORD: MetricsRecord = { read: () => Promise.resolve(null) };
