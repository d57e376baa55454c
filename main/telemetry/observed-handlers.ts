import { StatusError } from "../../base/status-error.ts";
import type {
  MetricKey,
  ObservedFrame,
  observedRequests,
  observedTopics,
  SeriesKey,
} from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { exportedMetrics } from "./exported-metrics.ts";
import { nameOfSeries } from "./delta/metric-name.ts";
import type { Observer } from "./polling/observer.ts";
import type { Observers } from "./polling/observers.ts";
import type { PollResult } from "./polling/poll-result.ts";
import type { ReadRows } from "./series/joined-rows.ts";
import { newestInterval, toSeries } from "./series/series.ts";
import { lastMinute, newestTrend } from "./series/trend.ts";

/** Metrics of a server that are kept permanently. */
export interface PinBoard {
  of(serverId: string): MetricKey[];
  set(serverId: string, key: MetricKey, pinned: boolean): void;
}

interface ObservedParts {
  readonly observers: Observers;
  readonly readRows: ReadRows;
  readonly pins: PinBoard;
  /** The last known state of a server that hasn't responded since the host started; null: none. */
  readonly recall: (serverId: string) => ObservedFrame | null;
}

export function observedHandlers({
  observers,
  readRows,
  pins,
  recall,
}: ObservedParts): DomainHandlers<keyof typeof observedRequests, keyof typeof observedTopics> {
  return {
    requests: {
      "observed.series": async ({ serverId, keys, from, to, maxPoints }) => {
        const observer = observers.of(serverId);
        askFor(observer, keys);
        const rows = await readRows(observer, from, to, (to - from) / maxPoints);
        return toSeries(rows, keys.map(nameOfSeries), maxPoints);
      },
      "observed.metrics": ({ serverId }) => {
        const { exposition, server } = observers.of(serverId);
        if (exposition !== null) return exportedMetrics(exposition);
        const { name, endpoints, state } = server.status;
        if (state !== "live") throw new StatusError("UNAVAILABLE", `${name} has not answered yet.`);
        throw new StatusError(
          "UNIMPLEMENTED",
          endpoints?.metrics
            ? `${name} exports no metrics at ${endpoints.metrics}; turn them on there.`
            : `${name} exports no metrics; give its connection a metrics address.`,
        );
      },
      "observed.pins": ({ serverId }) => pins.of(observers.of(serverId).server.id),
      "observed.pin": ({ serverId, key, pinned }) => {
        pins.set(observers.of(serverId).server.id, key, pinned);
        return {};
      },
    },
    topics: {
      "observed.frame": ({ serverId }, sink) => {
        const observer = observers.of(serverId);
        const lastKnown = observer.latest()?.hasAnswered ? null : recall(serverId);
        const publish = (latest: PollResult | null) => {
          const frame = latest?.hasAnswered ? latest.frame : (lastKnown ?? latest?.frame);
          if (frame) sink.event(frame);
        };
        publish(observer.latest());
        return watched(observer, publish);
      },
      "observed.intervals": ({ serverId, keys }, sink) => {
        const observer = observers.of(serverId);
        const names = keys.map(nameOfSeries);
        const intervals = ({ live, t, delta }: PollResult) =>
          live ? [newestInterval(delta, names, t)] : [];
        askFor(observer, keys);
        const latest = observer.latest();
        sink.event(latest ? intervals(latest) : []);
        return watched(observer, (seen) => {
          askFor(observer, keys);
          if (seen.live) sink.event(intervals(seen));
        });
      },
      "observed.trend": ({ serverId, figure }, sink) => {
        const observer = observers.of(serverId);
        sink.event(lastMinute(observer, figure));
        return watched(observer, ({ live, t, delta }) => {
          if (live) sink.event([newestTrend(delta, figure, t)]);
        });
      },
    },
  };
}

/** Metrics are read from each poll while someone requests them. */
function askFor({ subscriptions }: Observer, keys: readonly SeriesKey[]): void {
  for (const key of keys) if (key.kind === "metric") subscriptions.ask(key);
}

/** Calls `listener` with the result of each poll, and has the server polled more often until disposed. */
function watched(observer: Observer, listener: (seen: PollResult) => void): Disposable {
  const owned = new DisposableStack();
  owned.use(observer.onSeen(listener));
  owned.use(observer.watch());
  return owned;
}
