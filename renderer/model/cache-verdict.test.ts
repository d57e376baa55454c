import { expect, test } from "vitest";
import type { CacheClient, CacheLedger, VersionState } from "../../main/contract/index.ts";
import { sumCacheFigures, verdictOn } from "./cache-verdict.ts";

const ledger = (more: Partial<CacheLedger>): CacheLedger => ({
  lookups: 1000,
  hits: 900,
  misses: 100,
  savedMs: 500,
  missCostMs: 20,
  ...more,
});

function version(cache: { ledger: CacheLedger; clients: CacheClient[] } | null): VersionState {
  const failures = { rejected: 0, canceled: 0, backend: 0, other: 0 };
  return { version: "1", loadSeconds: 0, instances: [], refused: 0, failures, cache };
}

test("the ledgers and clients of all versions are one, clients with most hits first", () => {
  const client = (userAgent: string, hits: number) => ({
    address: "127.0.0.1",
    userAgent,
    hits,
    lookups: hits + 1,
  });
  const cache = sumCacheFigures([
    version({ ledger: ledger({}), clients: [client("a", 5), client("b", 6)] }),
    version(null),
    version({ ledger: ledger({ hits: 100, misses: 900 }), clients: [client("a", 7)] }),
  ]);
  expect(cache?.ledger).toEqual({
    lookups: 2000,
    hits: 1000,
    misses: 1000,
    savedMs: 1000,
    missCostMs: 40,
  });
  expect(cache?.clients.map(({ userAgent, hits, lookups }) => [userAgent, hits, lookups])).toEqual([
    ["a", 12, 14],
    ["b", 6, 7],
  ]);
  expect(sumCacheFigures([version(null)])).toBeNull();
});

test("the verdict weighs what hits saved against what misses cost, once there is enough to go by", () => {
  expect(verdictOn(ledger({}))).toMatchObject({ tone: "good", title: "Worth it" });
  expect(verdictOn(ledger({})).words).toContain("480 ms");
  expect(verdictOn(ledger({ savedMs: 5 }))).toMatchObject({
    tone: "warn",
    words: expect.stringContaining("Misses cost 15 ms more"),
  });
  expect(verdictOn(ledger({ lookups: 99 })).title).toBe("Not enough data yet");
});
