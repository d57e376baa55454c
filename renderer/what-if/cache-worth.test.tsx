import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { CacheObservation, WhatIfQuestion } from "../../main/contract/index.ts";
import {
  button,
  clear,
  click,
  type FakeHost,
  fakeHost,
  Routed,
  show,
  type,
} from "../experiments/testing-view.tsx";
import { withoutLayout } from "../ui/testing/layout.ts";
import { CacheWorthCard } from "./cache-worth.tsx";
import { calibrated, predicted } from "./testing-basis.ts";

withoutLayout();
afterEach(clear);

const MIB = 1024 ** 2;

const observation: CacheObservation = {
  state: "ended",
  elapsedSeconds: 300,
  plannedSeconds: 300,
  requests: 12_000,
  sampledShare: 1,
  distinct: 4000,
  distinctBytes: 8 * MIB,
  curve: [
    { bytes: MIB, hitRate: 0.2 },
    { bytes: 4 * MIB, hitRate: 0.5 },
    { bytes: 8 * MIB, hitRate: 0.6 },
  ],
  hashNs: 1500,
  clients: [{ address: "10.0.0.7", userAgent: "retry/1", requests: 6000, repeated: 5900 }],
};

const supported = (given: CacheObservation | null, capacityBytes: number | null = 64 * MIB) => ({
  state: "supported",
  observation: given,
  capacityBytes,
});

const host = (worth: unknown) =>
  fakeHost(
    {
      "whatIf.cache": worth,
      "whatIf.observeCache": supported({ ...observation, state: "observing" }),
      "whatIf.stopObservingCache": supported(observation),
      "whatIf.predict": [predicted({ busy: 0.5 }), predicted({ busy: 0.25 })],
    },
    {},
  );

const onUse = vi.fn<(hitRate: number) => void>();

async function open(given: FakeHost, isCalibrated = true) {
  const prediction = {
    basis: calibrated(),
    batchesOf: { serverId: "embedded", model: "ranker" },
    load: { kind: "rate", rate: 100 } as const,
    itemsPerRequest: 1,
    onUse,
  };
  const view = (
    <CacheWorthCard
      serverId="embedded"
      model="ranker"
      prediction={isCalibrated ? prediction : null}
    />
  );
  const element = await show(<Routed view={view} />, given);
  await settled(element, "Response cache");
  return element;
}

const settled = (element: HTMLElement, text: string) =>
  act(() => vi.waitFor(() => expect(element.textContent).toContain(text)));

test("[WHATIF-PAGE-7] says that a server's requests aren't seen", async () => {
  const element = await open(host({ state: "unsupported", reason: "Requests aren't seen here." }));
  expect(element.textContent).toContain("Requests aren't seen here.");
  expect(element.querySelector("button")).toBeNull();
});

test("[WHATIF-PAGE-7] observes the requests for a time, and stops", async () => {
  const given = host(supported(null));
  const element = await open(given);
  await click(button(element, "1 min"));
  await click(button(element, "Observe requests"));
  expect(given.asked.find(([name]) => name === "whatIf.observeCache")?.[1]).toEqual({
    serverId: "embedded",
    model: "ranker",
    seconds: 60,
  });
  given.answers["whatIf.cache"] = supported({ ...observation, state: "observing" });
  clear();
  const observing = await open(given);
  expect(observing.textContent).toContain("Observing: 5 min of 5 min, 12k requests.");
  await click(button(observing, "Stop"));
  expect(given.asked.some(([name]) => name === "whatIf.stopObservingCache")).toBe(true);
});

test("[WHATIF-PAGE-8] shows the hit rate at a size, what it saves and who repeats requests", async () => {
  const given = host(supported(observation));
  const element = await open(given);
  await settled(element, "Predicted hit rate 60 % with 64 MiB.");
  expect(element.textContent).toContain("4,000 distinct requests; their responses need 8 MiB.");
  expect(element.textContent).toContain("would answer 60 % of the requests");
  expect(element.textContent).toContain("This server's cache has 64 MiB");
  await type(element, "Cache memory", "5");
  await settled(element, "Predicted hit rate 50 % with 5 MiB.");
  const asked = given.asked.filter(([name]) => name === "whatIf.predict").at(-1)?.[1];
  const { configurations, cost } = asked as WhatIfQuestion;
  expect(configurations.map(({ cacheHitRate }) => cacheHitRate)).toEqual([0, 0.5]);
  expect(cost.cacheHitNs).toBe(1500);
  await settled(element, "Compute time per second: 500 ms to 250 ms.");
  expect(element.textContent).toContain("10.0.0.7retry/15,9006,000");
  await click(button(element, "Use this hit rate in What-if"));
  expect(onUse).toHaveBeenLastCalledWith(0.5);
  await type(element, "Cache memory", "none");
  expect(element.textContent).toContain("Enter a number above 0, in MiB.");
});

test("[WHATIF-PAGE-8] without repeated requests, a cache would answer none", async () => {
  const element = await open(host(supported({ ...observation, curve: [], sampledShare: 0.25 })));
  expect(element.textContent).toContain("No request was repeated, so a cache would answer none.");
  expect(element.textContent).toContain("a sample of 25 % of the distinct requests");
  expect(element.querySelector("input")).toBeNull();
});

test("[WHATIF-PAGE-8] without statistics there is a hit rate but no saving", async () => {
  const given = host(supported(observation, null));
  const element = await open(given, false);
  await settled(element, "Predicted hit rate 60 % with 8 MiB.");
  expect(element.textContent).toContain("This server has no cache: start it with --cache-config");
  expect(given.asked.some(([name]) => name === "whatIf.predict")).toBe(false);
});
