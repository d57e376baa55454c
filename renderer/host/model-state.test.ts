import { expect, test } from "vitest";
import { formatMoment } from "../format/time.ts";
import { describeFailures, failureFigures } from "../figures/failure-figures.ts";
import { describeModelState, describeReadyModels } from "./model-state.ts";

const NOW = 1_790_000_000_000;
const live = { name: "GPU box", state: "live", since: NOW - 60_000 } as const;
const lost = { ...live, state: "stale" } as const;
const minute = (succeeded: number, failed: number) => ({
  requestsPerSecond: succeeded / 60,
  failuresPerSecond: failed / 60,
  sinceLoad: { succeeded: succeeded * 10, failed: failed * 2 },
});

const nothing = { requestsPerSecond: null, failuresPerSecond: null, sinceLoad: null };

test.each([
  ["READY", "good", "Ready"],
  ["ready", "good", "Ready"],
  ["LOADING", "accent", "Loading"],
  ["UNLOADED", "neutral", "Not loaded"],
  ["UNAVAILABLE", "bad", "Unavailable"],
  ["unavailable", "bad", "Unavailable"],
  ["unknown", "neutral", "State not reported"],
] as const)("[MODELS-1] shows %s as %s: %s", (state, tone, words) => {
  expect(describeModelState({ state }, live, NOW)).toMatchObject({ tone, words });
});

test("[MODELS-1] shows a ready model that fails requests in red from a tenth on, and in amber below", () => {
  expect(describeModelState({ state: "READY", ...minute(95, 5) }, live, NOW)).toEqual({
    tone: "warn",
    words: "Some requests fail",
    hint: "5 % of the requests in the last minute failed.",
  });
  expect(describeModelState({ state: "READY", ...minute(0, 7) }, live, NOW)).toMatchObject({
    tone: "bad",
    words: "Failing",
  });
  expect(describeModelState({ state: "READY", ...minute(90, 0) }, live, NOW).tone).toBe("good");
});

test("[MODELS-3] says since when the models of a lost server are unknown, and what they were", () => {
  const time = formatMoment(lost.since, NOW);
  expect(describeModelState({ state: "READY" }, lost, NOW)).toEqual({
    tone: "neutral",
    words: `Unknown since ${time}`,
    hint: `GPU box has not responded since ${time}. Last known state: Ready.`,
  });
  const models = [{ state: "READY" }, { state: "UNAVAILABLE" }] as const;
  expect(describeReadyModels(models, lost, NOW)).toBe(`Unknown since ${time}`);
  expect(describeReadyModels(models, live, NOW)).toBe("1 of 2");
});

test("[MODELS-2] gives failures per second, as a share, and since the load", () => {
  const figures = failureFigures(minute(90, 30));
  expect(figures).toMatchObject({ perSecond: 0.5, share: 0.25, shareText: "25 %", sinceLoad: 60 });
  expect(describeFailures(figures)).toBe(
    "Last minute: 0.5 failed requests per second, 25 % of all.\n" +
      "Since the model was loaded: 60 failed requests, 6.30 % of all.",
  );
});

test("[MODELS-2] never rounds a failure away, nor a success", () => {
  expect(failureFigures(minute(99_999, 1)).shareText).toBe("< 0.1 %");
  expect(failureFigures(minute(1, 99_999)).shareText).toBe("> 99.9 %");
});

test("[MODELS-2] distinguishes no requests from no data", () => {
  expect(describeFailures(failureFigures(nothing))).toBe("Last minute: no data.");
  expect(describeFailures(failureFigures(minute(0, 0)))).toContain("Last minute: no requests.");
});

test("[MODELS-2] takes rates of servers that report no counts", () => {
  const rates = { ...nothing, requestsPerSecond: 9 };
  expect(failureFigures({ ...rates, failuresPerSecond: 1 })).toMatchObject({
    share: 0.1,
    sinceLoad: null,
  });
  expect(failureFigures(rates).perSecond).toBeNull();
});
