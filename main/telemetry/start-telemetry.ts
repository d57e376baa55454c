import type { Clock } from "../../base/clock.ts";
import type { EventSink } from "../events/index.ts";
import { EMBEDDED_ID, type ServerDirectory } from "../servers/index.ts";
import type { Db } from "../store/index.ts";
import { modelHandlers } from "./model-handlers.ts";
import { History } from "./history/history.ts";
import { Pins } from "./history/pins.ts";
import { LastFrames } from "./models/last-frames.ts";
import { LoadFailures } from "./models/load-failures.ts";
import type { Sampler } from "./models/sampler.ts";
import { Samplers } from "./models/samplers.ts";
import { observedHandlers } from "./observed-handlers.ts";
import { joinedRows, type ReadRows } from "./series/joined-rows.ts";
import type { MetricsRecord } from "./series/metrics-record.ts";
import { Observers } from "./polling/observers.ts";
import { reportRestarts } from "./polling/restarts.ts";

/** Time from a server's first response to its first rates, ms. */
const FIRST_INTERVAL_MS = 200;

interface TelemetryParts {
  readonly servers: ServerDirectory;
  readonly db: Db;
  /** Where the history is stored. */
  readonly directory: string;
  readonly events: EventSink;
  /** The name under which a server's newest frame is stored. */
  readonly keptAs: (serverId: string) => string;
  /** The clock of one part of the host. */
  readonly clockFor: (part: string) => Clock;
  /** What others recorded of the servers, for what is neither in memory nor on disk; left out: nothing. */
  readonly record?: MetricsRecord;
}

/** Polls every server, keeps the results in memory and on disk, and serves pages from them. */
export function startTelemetry(parts: TelemetryParts) {
  const { servers, db, directory, events, keptAs, clockFor, record } = parts;
  const owned = new AsyncDisposableStack();
  const observers = owned.use(
    new Observers({
      servers,
      clock: clockFor("observation"),
      firstIntervalMs: FIRST_INTERVAL_MS,
      record,
    }),
  );
  const lastFrames = new LastFrames(db, clockFor("host"));
  const samplers = owned.use(
    new Samplers({
      servers,
      observers,
      clock: clockFor("telemetry"),
      lastFrames,
      keyFor: keptAs,
    }),
  );
  const isListed = ({ id }: { readonly id: string }) =>
    id !== EMBEDDED_ID && servers.list().some((server) => server.id === id);
  owned.use(reportRestarts(observers, events, isListed));
  const history = new History({ directory, clock: clockFor("history"), events });
  owned.defer(() => history.close());
  observers.onSeen(({ observer, seen }) => {
    if (seen.live) history.add(observer.server.id, seen.t, seen.delta);
  });
  const pins = owned.use(new Pins(history, observers));
  const readRows: ReadRows = joinedRows(history, record);
  const refusals = new LoadFailures(events);
  const getSampler = (id: string): Sampler => samplers.of(id);
  getSampler(EMBEDDED_ID).onFrame((frame) => refusals.see(frame));
  const observation = observedHandlers({
    observers,
    readRows,
    pins,
    recall: (id) => lastFrames.memoryFor(() => keptAs(id)).recall()?.observed ?? null,
  });
  const models = modelHandlers({ servers, getSampler, clock: clockFor("host") });
  return {
    observers,
    getSampler,
    readRows,
    requests: { ...observation.requests, ...models.requests },
    topics: { ...observation.topics, ...models.topics },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
