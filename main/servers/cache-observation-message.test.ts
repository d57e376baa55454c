import { expect, test } from "vitest";
import { toCacheObservation } from "./cache-observation-message.ts";

const observation = {
  observing: true,
  elapsed_ns: 5e9,
  planned_ns: 60e9,
  requests: 100,
  sampled_share: 0.5,
  distinct: 40,
  distinct_bytes: 80_000,
  curve: [
    { bytes: 1000, hit_rate: 0.25 },
    { bytes: 2000, hit_rate: 0.5 },
  ],
  hash_ns: 800,
  clients: [{ address: "10.0.0.7", user_agent: "retry/1", lookups: 60, hits: 50 }],
};

test("[SERVER-H8] reads a cache observation and a response without one", () => {
  expect(toCacheObservation({})).toBeUndefined();
  expect(toCacheObservation({ observation })).toEqual({
    state: "observing",
    elapsedNs: 5e9,
    plannedNs: 60e9,
    requests: 100,
    sampledShare: 0.5,
    distinct: 40,
    distinctBytes: 80_000,
    curve: [
      { bytes: 1000, hitRate: 0.25 },
      { bytes: 2000, hitRate: 0.5 },
    ],
    hashNs: 800,
    clients: [{ address: "10.0.0.7", userAgent: "retry/1", lookups: 60, hits: 50 }],
  });
  expect(toCacheObservation({ observation: {} })).toMatchObject({ state: "ended", curve: [] });
});

const points = (...given: [bytes: number, rate: number][]) => ({
  curve: given.map(([bytes, hit_rate]) => ({ bytes, hit_rate })),
});

test.each([
  [points([1000, 1.5]), "curve.hit_rate 1.5; expected from 0 to 1"],
  [points([1000, Number.NaN]), "curve.hit_rate NaN"],
  [points([1000, 0.5], [2000, 0.4]), "curve.hit_rate 0.4; expected at least 0.5, as before it"],
  [points([1000, 0.5], [900, 0.6]), "curve.bytes 900; expected at least 1000"],
  [
    points(...Array.from({ length: 5000 }, (_, at): [number, number] => [at, 0.5])),
    "curve 5000 points; expected at most 4096",
  ],
  [{ requests: -1 }, "requests -1"],
  [{ distinct_bytes: Number.POSITIVE_INFINITY }, "distinct_bytes Infinity"],
  [{ sampled_share: 2 }, "sampled_share 2; expected from 0 to 1"],
  [{ clients: [{ hits: -5 }] }, "clients.hits -5"],
])("[SERVER-H8] names what no engine reports: %j", (wrong, words) => {
  expect(() => toCacheObservation({ observation: { ...observation, ...wrong } })).toThrow(words);
});

test("[SERVER-H8] cuts long names and lists of clients", () => {
  const client = { address: "a".repeat(1000), user_agent: "b".repeat(1000) };
  const read = toCacheObservation({
    observation: { ...observation, clients: Array.from({ length: 100 }, () => client) },
  });
  expect(read?.clients).toHaveLength(20);
  expect(read?.clients[0]).toMatchObject({ address: "a".repeat(200), userAgent: "b".repeat(200) });
});
