import { Link } from "@tanstack/react-router";
import { memo, type ReactNode } from "react";
import { FIGURES, type ServerStatus } from "../../main/contract/index.ts";
import { KindIcon, kindText } from "../host/kinds.tsx";
import { formatCount, NONE } from "../format/numbers.ts";
import { count } from "../format/text.ts";
import { useObserved } from "../host/topics.ts";
import { describeReadyModels } from "../host/model-state.ts";
import { describeServerState } from "../host/server-state.ts";
import { Dot, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { cx } from "../ui/classes.ts";
import { byUrgency, type ServerFigures, serverFigures } from "./server-figures.ts";

/** Maximum number of rows; each subscribes to its server. */
const MOST = 50;

interface Column {
  readonly head: string;
  readonly unit: string;
  readonly hint: string;
  readonly cell: (figures: ServerFigures, server: ServerStatus) => ReactNode;
}

const columns: readonly Column[] = [
  {
    head: FIGURES.requestsPerSecond.label,
    unit: "req/s",
    hint: FIGURES.requestsPerSecond.meaning,
    cell: ({ requests }) => formatCount(requests),
  },
  {
    head: FIGURES.waiting.label,
    unit: "req",
    hint: FIGURES.waiting.meaning,
    cell: ({ waiting }) => formatCount(waiting),
  },
  {
    head: FIGURES.latencyMs.label,
    unit: "ms",
    hint: "Mean time to the response, or to the first token where the server reports it. Models are weighted by their requests.",
    cell: ({ latency }) => (
      <>
        {latency?.figure === "ttftMs" && (
          <span className="mr-1.5 text-muted text-xs">first token</span>
        )}
        {formatCount(latency?.value ?? null)}
      </>
    ),
  },
  {
    head: FIGURES.failuresPerSecond.label,
    unit: "req/s",
    hint: FIGURES.failuresPerSecond.meaning,
    cell: ({ failures }) => (
      <span className={failures ? "text-bad" : undefined}>{formatCount(failures)}</span>
    ),
  },
  {
    head: "Models ready",
    unit: "of all",
    hint: "Models that serve, of those the server names.",
    cell: ({ models }, server) =>
      models.length === 0 ? NONE : describeReadyModels(models, server),
  },
];

const stateTones: Partial<Record<Tone, string>> = { bad: "text-bad", warn: "text-warn" };

interface ServersTableProps {
  readonly servers: readonly ServerStatus[];
  /** The selected server. */
  readonly looked: ServerStatus | null;
}

/** A row for each server, those that need attention first. */
export function ServersTable({ servers, looked }: ServersTableProps) {
  const shown = byUrgency(servers).slice(0, MOST);
  return (
    <Card title="Servers">
      <div role="group" aria-label="All servers" tabIndex={0} className="overflow-x-auto">
        <table className="w-full border-collapse">
          <caption className="sr-only">Servers and their figures now</caption>
          <thead className="border-line border-b text-muted text-xs">
            <tr className="text-left">
              {["Server", "Kind", "State"].map((head) => (
                <th key={head} scope="col" className="px-4 py-1.5 align-bottom font-medium">
                  {head}
                </th>
              ))}
              {columns.map(({ head, unit, hint }) => (
                <th
                  key={head}
                  scope="col"
                  data-hint={hint}
                  className="whitespace-nowrap px-4 py-1.5 text-right font-medium"
                >
                  {head}
                  <span className="block font-normal">{unit}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((server) => (
              <Row key={server.id} server={server} looked={server.id === looked?.id} />
            ))}
          </tbody>
        </table>
      </div>
      {servers.length > shown.length && (
        <p className="border-line border-t px-4 py-2 text-muted">
          {count(servers.length - shown.length, "more server", "more servers")} under{" "}
          <Link to="/connections" className="text-accent underline">
            Connections
          </Link>
          .
        </p>
      )}
    </Card>
  );
}

const Row = memo(function Row({ server, looked }: { server: ServerStatus; looked: boolean }) {
  const frame = useObserved(server.id);
  const { tone, words, busy } = describeServerState(server);
  const live = server.state === "live";
  const figures = frame && serverFigures(frame);
  return (
    <tr
      aria-current={looked}
      className={cx(
        "border-line border-b last:border-b-0 hover:bg-hover",
        looked && "bg-accent-soft",
      )}
    >
      <th scope="row" className="px-4 py-1.5 text-left font-normal">
        <span className="flex items-center gap-2">
          <Dot tone={tone} pulse={busy} />
          <Link
            to="/models"
            search={{ server: server.id }}
            className="max-w-80 break-words font-semibold hover:text-accent hover:underline"
          >
            {server.name}
          </Link>
          {looked && <span className="sr-only">, shown below</span>}
        </span>
      </th>
      <td className="px-4 py-1.5">
        <span className="flex items-center gap-2 whitespace-nowrap text-muted">
          <KindIcon {...server} />
          {kindText(server)}
        </span>
      </td>
      <td
        className={cx("whitespace-nowrap px-4 py-1.5", stateTones[tone])}
        data-hint={server.reason ?? undefined}
      >
        {words}
      </td>
      {columns.map(({ head, cell }) => (
        <td
          key={head}
          data-hint={frame && !live ? "Last known: the server does not answer." : undefined}
          className={cx("min-w-24 whitespace-nowrap px-4 py-1.5 text-right", !live && "text-muted")}
        >
          {figures ? cell(figures, server) : NONE}
        </td>
      ))}
    </tr>
  );
});
