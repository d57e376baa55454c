import {
  FIGURES,
  type FigureId,
  type OverviewFrame,
  type ServerStatus,
} from "../../main/contract/index.ts";
import type { FigureTable } from "../figures/observed-figures.ts";
import { formatBytes, formatCount, NONE } from "../format/numbers.ts";
import { formatMoment } from "../format/time.ts";
import { describeReadyModels } from "../host/model-state.ts";
import { describeRestart, serverStateWords } from "../host/server-state.ts";
import { Dot } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { cx } from "../ui/classes.ts";
import { useNow } from "../ui/use-now.ts";

interface ServerCardProps {
  readonly server: ServerStatus;
  readonly frame: OverviewFrame | null;
  readonly table: FigureTable;
}

/** One server: its state, what it serves in all, and where it is reached. */
export function ServerCard({ server, frame, table }: ServerCardProps) {
  const now = useNow(5000);
  const state = serverStateWords(server);
  const models = frame?.models ?? [];
  const sum = (figure: FigureId) =>
    formatCount(models.reduce((total, { name }) => total + (table.value(name, figure) ?? 0), 0));
  return (
    <Card
      title={server.name}
      aside={
        <span className="flex items-center gap-2 text-muted">
          <Dot tone={state.tone} pulse={state.busy} />
          {server.state === "stale"
            ? state.words
            : `${state.words} since ${formatMoment(server.since, now)}`}
          {server.version && <span>· version {server.version}</span>}
          {server.pid !== null && <span>· process {server.pid}</span>}
          {server.restartedAt !== null && (
            <span className="text-warn">· {describeRestart(server, now)}</span>
          )}
        </span>
      }
    >
      <div
        className={cx(
          "flex flex-wrap items-center gap-x-10 gap-y-3 px-4 py-3",
          server.state !== "live" && "text-muted",
        )}
      >
        <Total
          label={FIGURES.inferencesPerSecond.label}
          hint="Sum over all models, over the last minute. Derived from their statistics."
        >
          {frame ? sum("inferencesPerSecond") : NONE} <Unit>inf/s</Unit>
        </Total>
        <Total
          label={FIGURES.requestsPerSecond.label}
          hint="Sum over all models, over the last minute. Derived from their statistics."
        >
          {frame ? sum("requestsPerSecond") : NONE} <Unit>req/s</Unit>
        </Total>
        <Total
          label={FIGURES.failuresPerSecond.label}
          hint="Failed requests of all models, over the last minute. Derived from their statistics."
        >
          {frame ? sum("failuresPerSecond") : NONE} <Unit>req/s</Unit>
        </Total>
        <Total label="Models ready" hint="Exact: from the server's repository index.">
          {frame ? describeReadyModels(models, server, now) : NONE}
        </Total>
        {frame?.cache && (
          <Total
            label="Response cache"
            hint={`${formatCount(frame.cache.entries)} responses kept. Exact: from the engine's telemetry.`}
          >
            {formatBytes(frame.cache.usedBytes)}{" "}
            <Unit>of {formatBytes(frame.cache.capacityBytes)}</Unit>
          </Total>
        )}
        {server.endpoints && (
          <dl className="ml-auto grid grid-cols-[auto_auto] gap-x-3 text-xs">
            {Object.entries({
              HTTP: server.endpoints.http,
              gRPC: server.endpoints.grpc,
              Metrics: server.endpoints.metrics,
            })
              .filter(([, address]) => address !== "")
              .map(([name, address]) => (
                <div key={name} className="contents">
                  <dt className="text-muted">{name}</dt>
                  <dd className="select-all font-mono">{address}</dd>
                </div>
              ))}
          </dl>
        )}
      </div>
    </Card>
  );
}

function Total(props: { label: string; hint: string; children: React.ReactNode }) {
  return (
    <div
      role="group"
      aria-label={props.label}
      tabIndex={0}
      data-hint={props.hint}
      className="min-w-28 rounded"
    >
      <div className="text-muted text-xs">{props.label}</div>
      <div className="font-semibold text-xl">{props.children}</div>
    </div>
  );
}

function Unit({ children }: { children: React.ReactNode }) {
  return <span className="font-normal text-muted text-sm">{children}</span>;
}
