import type { CacheClient, CacheLedger, VersionState } from "../../main/contract/index.ts";
import { formatDuration, formatPercent } from "../format/numbers.ts";

/** The sum of all versions' ledgers; null if none uses the cache. */
export function sumCacheFigures(
  versions: readonly VersionState[],
): { ledger: CacheLedger; clients: CacheClient[] } | null {
  const caches = versions.flatMap(({ cache }) => cache ?? []);
  if (caches.length === 0) return null;
  const add = (read: (ledger: CacheLedger) => number) =>
    caches.reduce((total, { ledger }) => total + read(ledger), 0);
  const ledger = {
    lookups: add(({ lookups }) => lookups),
    hits: add(({ hits }) => hits),
    misses: add(({ misses }) => misses),
    savedMs: add(({ savedMs }) => savedMs),
    missCostMs: add(({ missCostMs }) => missCostMs),
  };
  return { ledger, clients: mergeClients(caches.flatMap(({ clients }) => clients)) };
}

function mergeClients(all: readonly CacheClient[]): CacheClient[] {
  const known = new Map<string, CacheClient>();
  for (const each of all) {
    const key = `${each.address}\n${each.userAgent}`;
    const before = known.get(key);
    known.set(key, {
      ...each,
      lookups: each.lookups + (before?.lookups ?? 0),
      hits: each.hits + (before?.hits ?? 0),
    });
  }
  return [...known.values()].sort((a, b) => b.hits - a.hits);
}

export interface Verdict {
  readonly tone: "good" | "warn" | "neutral";
  readonly title: string;
  readonly words: string;
}

/** Minimum number of lookups for a verdict. */
const ENOUGH = 100;

/** Whether the cache is worth its cost, by the time that hits save and misses cost. */
export function verdictOn({ lookups, hits, savedMs, missCostMs }: CacheLedger): Verdict {
  if (lookups < ENOUGH)
    return {
      tone: "neutral",
      title: "Not enough data yet",
      words: `A verdict needs ${ENOUGH} lookups; there were ${lookups}.`,
    };
  const net = savedMs - missCostMs;
  const rate = formatPercent(hits / lookups);
  return net > 0
    ? {
        tone: "good",
        title: "Worth it",
        words: `Hits saved ${formatDuration(net)} of compute more than misses cost, at a hit rate of ${rate}.`,
      }
    : {
        tone: "warn",
        title: "Not worth it",
        words: `Misses cost ${formatDuration(-net)} more than hits saved, at a hit rate of ${rate}: turn response_cache off, unless more requests will repeat.`,
      };
}
