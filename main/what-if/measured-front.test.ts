import { expect, it } from "vitest";
import type { Experiment, ExperimentSummary, WhatIfBasis } from "../contract/index.ts";
import { simulateSettings } from "../simulation/index.ts";
import { withFront } from "./basis.ts";
import { type ExperimentHistory, MeasuredFronts } from "./measured-front.ts";

const MS = 1e6;
const CONFIG = `backend: "onnxruntime"
max_batch_size: 32
dynamic_batching { }
instance_group { count: 1 kind: KIND_CPU }
`;

const basis: Extract<WhatIfBasis, { state: "calibrated" }> = {
  state: "calibrated",
  settings: {
    maxBatchSize: 32,
    instances: 1,
    batching: { preferred: [32], delayUs: 0, queueSize: 0, timeoutUs: 0, timeoutAction: "REJECT" },
  },
  cacheHitRate: 0,
  itemsPerRequest: 1,
  cost: {
    times: [
      { size: 1, ns: 0.3 * MS },
      { size: 32, ns: 1 * MS },
    ],
    variation: 0.1,
    slowdown: 0,
    overheadNs: 0.15 * MS,
    cacheHitNs: 0,
  },
  executions: 1000,
  measuredInstances: [1],
  assumed: [],
};

/** A server whose front end takes 0.1 ms for each request. */
const measured = (clients: number) =>
  simulateSettings({
    settings: basis.settings,
    load: { kind: "clients", clients },
    requests: 4000,
    cost: basis.cost,
    itemsPerRequest: 1,
    overheadNs: 0.05 * MS,
    serialNs: 0.1 * MS,
    cache: { hitRate: 0, hitNs: 0 },
    seed: 2,
  }).outsideMs ?? 0;

interface Given {
  readonly id: number;
  readonly clients: readonly number[];
  readonly configText?: string;
  readonly serverId?: string;
  readonly verdict?: "valid" | "invalid";
  readonly goal?: string;
}

const step = (clients: number, verdict: string) => ({
  load: { kind: "concurrency", value: clients },
  complete: true,
  verdict: { verdict },
  service: { mean: 0.3 + measured(clients) },
  server: { queueMs: 0, computeInputMs: 0, computeInferMs: 0.3, computeOutputMs: 0 },
});

function fronts(given: readonly Given[]) {
  const asked: number[] = [];
  const history: ExperimentHistory = {
    list: async () =>
      given.map(
        ({ id, serverId = "embedded", goal = "sweep" }) =>
          ({
            id,
            state: "done",
            plan: {
              serverId,
              load: { kind: "concurrency", levels: [1], thinkMs: 0 },
              goal: { kind: goal },
              traffic: [{ batchSize: 1 }],
            },
          }) as unknown as ExperimentSummary,
      ),
    get: async (id) => {
      asked.push(id);
      const {
        clients,
        configText = CONFIG,
        verdict = "valid",
      } = given.find((each) => each.id === id) as Given;
      const steps = clients.map((count) => step(count, verdict));
      return { environment: { configText }, steps } as unknown as Experiment;
    },
  };
  const known = new MeasuredFronts(history);
  const find = (of = basis) =>
    known.find({ serverId: "embedded", model: "mlp" }, of, new AbortController().signal);
  return { find, asked };
}

it("[WHATIF-14] learns the front end from experiments with one client and many", async () => {
  const { find, asked } = fronts([
    { id: 1, clients: [1, 4] },
    { id: 2, clients: [16, 64] },
  ]);
  const front = await find();
  expect(front?.clients).toEqual([1, 4, 16, 64]);
  expect(front?.front.serialNs).toBeGreaterThan(0.07 * MS);
  expect(front?.front.serialNs).toBeLessThan(0.14 * MS);
  // Experiments aren't read again while the history is unchanged.
  expect(await find()).toBe(front);
  expect(asked.toSorted((a, b) => a - b)).toEqual([1, 2]);
});

it.each([
  ["with few clients alone", { id: 1, clients: [1, 2, 4] }],
  ["with many clients alone", { id: 1, clients: [16, 64] }],
  ["of other settings", { id: 1, clients: [1, 64], configText: "max_batch_size: 4" }],
  ["whose settings can't be read", { id: 1, clients: [1, 64], configText: "max_batch_size {" }],
  ["of another server", { id: 1, clients: [1, 64], serverId: "other" }],
  ["that are invalid", { id: 1, clients: [1, 64], verdict: "invalid" }],
  ["that compare configurations", { id: 1, clients: [1, 64], goal: "compare" }],
] satisfies [string, Given][])(
  "[WHATIF-14] learns nothing from experiments %s",
  async (_what, given) => {
    expect(await fronts([given]).find()).toBeNull();
  },
);

it("[WHATIF-14] learns nothing while a cache answers", async () => {
  expect(
    await fronts([{ id: 1, clients: [1, 64] }]).find({ ...basis, cacheHitRate: 0.5 }),
  ).toBeNull();
});

it("[WHATIF-14] makes the front end a part of the way within the server", () => {
  const front = { serialNs: 0.08 * MS, turnNs: 0.01 * MS, slowdown: 0 };
  expect(withFront(basis, { front, clients: [1, 64] })).toMatchObject({
    cost: { overheadNs: 0.05 * MS, serialNs: 0.08 * MS, turnNs: 0.01 * MS },
    frontClients: [1, 64],
  });
});
