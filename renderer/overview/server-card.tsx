import { Link } from "@tanstack/react-router";
import type { FigureId, OverviewFrame, ServerStatus } from "../../main/contract/index.ts";
import { FigureTile, Tile, Tiles } from "../figures/figure.tsx";
import type { FigureTable } from "../figures/observed-figures.ts";
import { serverFigure } from "../figures/server-figure.ts";
import { keyFigures } from "../figures/key-figures.ts";
import { TIME_BASE_TEXT } from "../figures/time-base.ts";
import { formatBytes, formatCount } from "../format/numbers.ts";
import { isTriton } from "../host/capability.ts";
import { KindIcon } from "../host/kinds.tsx";
import { describeReadyModels } from "../host/model-state.ts";
import { useObserved } from "../host/topics.ts";
import type { ListedModel } from "../models/use-server-models.ts";
import { ServerHead } from "../host/server-head.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { cx } from "../ui/classes.ts";
import { useNow } from "../ui/use-now.ts";

interface ServerCardProps {
  readonly server: ServerStatus;
  /** Null before the first response. */
  readonly models: readonly ListedModel[] | null;
  readonly table: FigureTable;
  /** If the server reports it. */
  readonly cache?: OverviewFrame["cache"];
}

/** Figures of every server with Triton's statistics. */
const TRITON_FIGURES: readonly FigureId[] = [
  "inferencesPerSecond",
  "requestsPerSecond",
  "failuresPerSecond",
  "latencyMs",
  "waiting",
];

/** A server of any kind: state, total figures, and addresses. */
export function ServerCard({ server, models, table, cache = null }: ServerCardProps) {
  const now = useNow(5000);
  const frame = useObserved(server.id);
  const { id, name, kind, state, reason } = server;
  const live = state === "live";
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <KindIcon {...server} />
          {name}
        </span>
      }
      aside={
        <Link
          to="/models"
          search={{ server: id, tab: "charts" }}
          aria-label={`Charts and metrics of ${name}`}
          className={buttonClass()}
        >
          Charts and metrics
        </Link>
      }
    >
      <div className="border-line border-b px-4 py-2.5 text-muted">
        <ServerHead server={server} frame={frame} />
        {reason && !live && <p className="mt-1 break-words text-bad">{reason}</p>}
      </div>
      <div className={cx(!live && "text-muted")}>
        <Tiles>
          {(isTriton(server) ? TRITON_FIGURES : keyFigures(kind)).map((figure) => (
            <ServerTile key={figure} figure={figure} table={table} always={isTriton(server)} />
          ))}
          {models && models.length > 0 && (
            <Tile label="Models ready" hint="Models that serve, of those the server names.">
              {describeReadyModels(models, server, now)}
            </Tile>
          )}
          {cache && (
            <Tile
              label="Response cache"
              hint={`${formatCount(cache.entries)} responses kept, of at most ${formatBytes(cache.capacityBytes)}. Exact: from the engine's telemetry.`}
            >
              {formatBytes(cache.usedBytes)}
            </Tile>
          )}
        </Tiles>
      </div>
      <p className="px-4 pb-1.5 text-muted text-xs">
        {live || !frame
          ? TIME_BASE_TEXT
          : "The server does not answer. These are the last known figures."}
      </p>
    </Card>
  );
}

interface ServerTileProps {
  readonly figure: FigureId;
  readonly table: FigureTable;
  /** Shown even if unknown, so that nothing moves. */
  readonly always: boolean;
}

function ServerTile({ figure, table, always }: ServerTileProps) {
  const found = serverFigure(table, figure);
  if (found) return <FigureTile figure={figure} {...found} />;
  return always && <FigureTile figure={figure} value={null} hint={table.hint("", figure)} />;
}
