import { describe, expect, it } from "vitest";
import type { Delta } from "../telemetry/index.ts";
import { Shares } from "./skew.ts";
import { requests } from "./testing/fake-replica.ts";

const NOW = 1_000_000;
const nameOf = (key: string) => `Replica ${key}`;

function seen(t: number, perSecond: number, live = true) {
  const delta: Delta = {
    seconds: 5,
    restarted: false,
    models: [],
    parts: [requests("m", perSecond)],
  };
  return { t, live, delta, recent: delta, restarts: 0 };
}

function sharesOf(rates: Record<string, number>, t = NOW) {
  const shares = new Shares();
  for (const [replica, rate] of Object.entries(rates)) shares.add(replica, seen(t, rate));
  const [all, m] = shares.skews(new Map([["m", Object.keys(rates)]]), NOW, nameOf);
  return { all, m };
}

describe("[FLEET-F13] traffic", () => {
  it("is shared among the live replicas that serve a model", () => {
    const { m } = sharesOf({ a: 30, b: 10 });
    expect(m).toMatchObject({ model: "m", requests: 200, evenShare: 0.5, seconds: 5 });
    expect(m?.shares).toEqual([
      { replica: "a", requests: 150, share: 0.75 },
      { replica: "b", requests: 50, share: 0.25 },
    ]);
  });

  it("is reported as uneven from twice or half of an even share on, with what helps", () => {
    expect(sharesOf({ a: 14, b: 10, c: 10 }).all?.finding).toBeNull();
    const { finding } = sharesOf({ a: 100, b: 0, c: 0 }).all ?? {};
    expect(finding).toContain(
      "Replica a answers 100 % of the requests, where an even share is 33 %.",
    );
    expect(finding).toContain("2 replicas get none.");
    expect(finding).toContain("A likely cause, which these figures do not prove");
    expect(finding).toContain("--grpc-max-connection-age");
  });

  it("is not judged by few requests, nor by one replica", () => {
    expect(sharesOf({ a: 4, b: 0 }).all?.finding).toBeNull();
    expect(sharesOf({ a: 400 }).all?.finding).toBeNull();
  });

  it("is not reported as uneven for what chance does among many replicas", () => {
    // 200 replicas with 25 requests each, and one with 10: even balancing may cause this.
    const rates = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`r${index}`, 5]));
    expect(sharesOf({ ...rates, r0: 2 }).all?.finding).toBeNull();
    expect(sharesOf({ ...rates, r0: 0 }).all?.finding).toContain("Replica r0 answers 0 % of");
  });

  it("is shared by rate, where one replica came later, and does not judge that one", () => {
    const shares = new Shares();
    for (let t = NOW - 50_000; t <= NOW; t += 5000) shares.add("old", seen(t, 10));
    shares.add("new", seen(NOW, 10));
    const [all] = shares.skews(new Map([["m", ["old", "new"]]]), NOW, nameOf);
    expect(all?.shares.map(({ share }) => share)).toEqual([0.5, 0.5]);
    expect(all?.finding).toBeNull();
  });

  it("counts the newest minute, and no answer twice that did not come", () => {
    expect(sharesOf({ a: 10 }, NOW - 61_000).all?.requests).toBe(0);
    const shares = new Shares();
    shares.add("a", seen(NOW - 5000, 10));
    shares.add("a", seen(NOW, 10, false));
    expect(shares.skews(new Map([["m", ["a"]]]), NOW, nameOf)[0]?.requests).toBe(50);
  });
});
