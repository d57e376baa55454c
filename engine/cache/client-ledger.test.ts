import { expect, it } from "vitest";
import { ClientLedger } from "./client-ledger.ts";

const client = (address: string, userAgent = "curl/8") => ({ address, userAgent });

it("[CACHE-11] counts lookups and hits by address and user agent, most hits first", () => {
  const ledger = new ClientLedger();
  ledger.record(client("10.0.0.1"), false);
  ledger.record(client("10.0.0.2"), false);
  for (let i = 0; i < 3; i++) ledger.record(client("10.0.0.2"), true);
  ledger.record(client("10.0.0.2", "python"), true);
  ledger.record(undefined, true);
  expect(ledger.top()).toEqual([
    { address: "10.0.0.2", userAgent: "curl/8", lookups: 4, hits: 3 },
    { address: "10.0.0.2", userAgent: "python", lookups: 1, hits: 1 },
    { address: "10.0.0.1", userAgent: "curl/8", lookups: 1, hits: 0 },
  ]);
});

it("[CACHE-11] remembers 1,000 clients, reports 20, and truncates long user agents", () => {
  const ledger = new ClientLedger();
  ledger.record(client("kept", "x".repeat(10_000)), true);
  for (let i = 0; i < 5000; i++) {
    ledger.record(client(`10.0.${i >> 8}.${i & 255}`), false);
    ledger.record(client("kept", "x".repeat(10_000)), true);
  }
  const top = ledger.top();
  expect(top).toHaveLength(20);
  expect(top[0]).toMatchObject({ address: "kept", hits: 5001 });
  expect(top[0]?.userAgent).toHaveLength(200);
});
