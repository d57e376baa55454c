import type { TrafficSkew } from "../../main/contract/index.ts";
import { formatCount, formatPercent } from "../format/numbers.ts";
import { useTopic } from "../host/topics.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { Notice } from "../ui/notice.tsx";

interface TrafficProps {
  readonly fleetId: number;
  readonly replicaName: (key: string) => string;
}

/** How requests are distributed over the replicas. */
export function Traffic({ fleetId, replicaName }: TrafficProps) {
  const skews = useTopic("fleets.skew", { fleetId });
  if (skews === null) return <p className="text-muted">Waiting for the replicas…</p>;
  const busy = skews.filter(({ requests }) => requests > 0);
  if (busy.length === 0)
    return (
      <Card>
        <Empty title="No requests in the last minute">
          Each replica's share of the requests, next to an even share.
        </Empty>
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      {busy
        .filter(({ model }) => model === "" || busy.length > 2)
        .map((skew) => (
          <SkewCard key={skew.model} skew={skew} nameOf={replicaName} />
        ))}
    </div>
  );
}

function SkewCard({ skew, nameOf }: { skew: TrafficSkew; nameOf: TrafficProps["replicaName"] }) {
  const { model, shares, evenShare, requests, seconds, finding } = skew;
  const most = Math.max(evenShare, ...shares.map(({ share }) => share));
  return (
    <Card
      title={model === "" ? "All models" : model}
      aside={
        <span className="text-muted">
          {formatCount(requests)} requests in {Math.round(seconds)} s; an even share is{" "}
          {formatPercent(evenShare)}
        </span>
      }
    >
      {finding && (
        <div className="px-4 pt-3">
          <Notice tone="warn" title="Requests are shared unevenly">
            {finding}
          </Notice>
        </div>
      )}
      <DataTable
        caption={`Shares of the requests${model && ` to ${model}`}`}
        {...(shares.length > 12 && { maxHeight: 420 })}
        columns={[
          { key: "replica", head: "Replica" },
          { key: "bar", head: "Share" },
          { key: "share", head: "Of all", numeric: true },
          { key: "requests", head: "Requests", numeric: true },
          { key: "against", head: "Against even", numeric: true },
        ]}
        rows={shares.map(({ replica, share, requests: own }) => ({
          key: replica,
          cells: [
            nameOf(replica),
            <ShareBar key="bar" share={share / most} even={evenShare / most} />,
            formatPercent(share),
            formatCount(Math.round(own)),
            <Against key="against" times={evenShare === 0 ? 0 : share / evenShare} />,
          ],
        }))}
      />
    </Card>
  );
}

function ShareBar({ share, even }: { share: number; even: number }) {
  return (
    <span aria-hidden="true" className="relative block h-2.5 min-w-40 rounded-sm bg-sunken">
      <span
        className="absolute inset-y-0 left-0 rounded-sm"
        style={{ width: `${share * 100}%`, background: "var(--color-chart-1)" }}
      />
      <span className="absolute -inset-y-0.5 w-px bg-ink" style={{ left: `${even * 100}%` }} />
    </span>
  );
}

function Against({ times }: { times: number }) {
  const text = `${times.toFixed(2)} ×`;
  return times >= 2 || times <= 0.5 ? <Badge tone="warn">{text}</Badge> : text;
}
