import type { VersionState } from "../../main/contract/index.ts";
import { formatCount, formatDuration, formatPercent } from "../format/numbers.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { sumCacheFigures, verdictOn } from "./cache-verdict.ts";

/** What the response cache saves and costs, and which clients it answers. Nothing if it isn't used. */
export function CacheCard({ versions }: { versions: readonly VersionState[] }) {
  const cache = sumCacheFigures(versions);
  if (!cache) return null;
  const { ledger, clients } = cache;
  const verdict = verdictOn(ledger);
  const rate = ledger.lookups > 0 ? ledger.hits / ledger.lookups : null;
  const entry = (label: string, value: string, hint: string) => (
    <div className="min-w-0 px-4 py-1.5" data-hint={hint}>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="font-semibold text-base">{value}</dd>
    </div>
  );
  return (
    <Card
      title="Response cache"
      className="min-w-0 min-[110rem]:col-span-2"
      aside={<Badge tone={verdict.tone}>{verdict.title}</Badge>}
    >
      <p className="px-4 pt-3">
        {verdict.words} <span className="text-muted">Counted since the model was loaded.</span>
      </p>
      <dl className="grid grid-cols-3 py-1 min-[110rem]:grid-cols-6">
        {entry("Lookups", formatCount(ledger.lookups), "Hits and misses together.")}
        {entry("Hits", formatCount(ledger.hits), "Requests answered from the cache.")}
        {entry("Misses", formatCount(ledger.misses), "Requests that the model had to run.")}
        {entry("Hit rate", formatPercent(rate), "Hits over lookups.")}
        {entry(
          "Saved by hits",
          formatDuration(ledger.savedMs),
          "Compute time saved by hits: the mean compute time of a miss for each hit.",
        )}
        {entry(
          "Cost of misses",
          formatDuration(ledger.missCostMs),
          "Time to look up and store responses that were not found.",
        )}
      </dl>
      <div className="border-line border-t px-4 pt-3">
        <h3 className="font-semibold">Duplicates by client</h3>
        <p className="text-muted">
          A hit is a request that was sent before. A client with a hit rate near 100 % may be
          sending duplicates by mistake: needless retries, a loop, or no cache of its own.
        </p>
      </div>
      {clients.length === 0 ? (
        <p className="px-4 py-3 text-muted">No client requests yet.</p>
      ) : (
        <DataTable
          caption="Clients by cache hits"
          columns={[
            { key: "address", head: "Client" },
            { key: "agent", head: "User agent" },
            { key: "hits", head: "Hits", numeric: true },
            { key: "lookups", head: "Lookups", numeric: true },
            { key: "rate", head: "Hit rate", numeric: true },
          ]}
          rows={clients.map(({ address, userAgent, hits, lookups }) => ({
            key: `${address} ${userAgent}`,
            cells: [
              address || "not known",
              <span key="agent" className="wrap-anywhere">
                {userAgent || "unknown"}
              </span>,
              formatCount(hits),
              formatCount(lookups),
              formatPercent(lookups > 0 ? hits / lookups : null),
            ],
          }))}
        />
      )}
    </Card>
  );
}
