import { expect, it } from "vitest";
import { finish } from "../../../base/steps.ts";
import type { CostModel } from "../../simulation/index.ts";
import type { Measured } from "./correction.ts";
import { fitServer } from "./fit-server.ts";
import type { TuningGoal } from "./goal.ts";
import { predict, type ServerModel } from "./predict.ts";
import type { NoisySample } from "../../simulation/index.ts";

const MS = 1e6;
const goal: TuningGoal = { kind: "throughput", p99Ms: null };
const cost: CostModel = {
  times: [1, 8, 32].map((size) => ({ size, ns: (1 + size / 8) * MS })),
  variation: 0.1,
  slowdown: 0.5,
};
const known: ServerModel = { cost, overheadNs: 0.5 * MS, itemsPerRequest: 1 };

/** Trials of a server that differs from what is known of it. */
const trialsOf = (server: ServerModel): Measured[] =>
  [1, 2, 4, 16, 64].flatMap((clients) =>
    [1, 2].map((instances) => {
      const point = { settings: { maxBatchSize: 32, delayUs: 0, instances }, clients };
      const outcome = predict(server, goal, point, { requests: 3000, seed: 5 });
      return { point, outcome, noise: 0.03 };
    }),
  );

/** Its batches while one instance is busy, or two. */
const samplesOf = ({ cost: { times, slowdown } }: ServerModel): NoisySample[] =>
  times.flatMap(({ size, ns }) =>
    [1, 2].map((busy) => ({
      size,
      ns: ns * (1 + slowdown * (busy - 1)),
      busy,
      count: 500,
      noise: 0.03,
    })),
  );

const fitTo = (server: ServerModel, from = known) =>
  finish(
    fitServer(from, {
      goal,
      trials: trialsOf(server),
      samples: samplesOf(server),
      reportedNs: from.overheadNs,
      timesAt: null,
      seed: 1,
    }),
  );
const fitted = (server: ServerModel, from = known) => fitTo(server, from).model;

it("[SEARCH-21] learns the overhead of a request and of each client", () => {
  const { overheadNs, clientNs = 0 } = fitted({
    ...known,
    overheadNs: 0.9 * MS,
    clientNs: 0.01 * MS,
  });
  expect(overheadNs / MS).toBeGreaterThan(0.7);
  expect(overheadNs / MS).toBeLessThan(1.2);
  expect(clientNs / MS).toBeGreaterThan(0.002);
  expect(clientNs / MS).toBeLessThan(0.02);
});

it("[SEARCH-21] keeps what the trials agree with", () => {
  const { overheadNs, clientNs = 0, cost: own } = fitted(known);
  expect(overheadNs / known.overheadNs).toBeCloseTo(1, 0);
  expect(clientNs * 64).toBeLessThan(0.3 * known.overheadNs);
  expect(own.times.at(-1)?.ns).toBeCloseTo(5 * MS, -6);
});

it("[SEARCH-21] corrects the time of large batches", () => {
  const slower = cost.times.map(({ size, ns }) => ({ size, ns: size === 32 ? ns * 1.1 : ns }));
  const { cost: own } = fitted({ ...known, cost: { ...cost, times: slower } });
  const last = own.times.at(-1)?.ns ?? 0;
  expect(last / MS).toBeGreaterThan(5.1);
  expect(last / MS).toBeLessThan(5.8);
});

it("[SEARCH-21] learns no overhead without a reported one", () => {
  const { overheadNs, clientNs } = fitted(known, { ...known, overheadNs: 0 });
  expect(overheadNs).toBe(0);
  expect(clientNs).toBe(0);
});

it("[SEARCH-21] knows batch times beforehand, from executions", () => {
  const slower = cost.times.map(({ size, ns }) => ({ size, ns: ns * 1.15 }));
  const { beforehand } = fitTo({ ...known, cost: { ...cost, times: slower } });
  // The third value is the level of all batches.
  expect(beforehand.mean[2]).toBeCloseTo(Math.log(1.15), 1);
});
