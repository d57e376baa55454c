import { expect, it } from "vitest";
import { finish } from "../../base/steps.ts";
import { type FrontEnd, learnFront, learnFrontWork, serialFronts } from "./learn-front.ts";
import { simulateSettings } from "./simulate-settings.ts";

const MS = 1e6;

/** `clients` in a closed loop on a small model. */
function loop(clients: number, { serialNs, turnNs = 0, slowdown }: FrontEnd, seed = 1) {
  return simulateSettings({
    settings: {
      maxBatchSize: 32,
      instances: 1,
      batching: { preferred: [], delayUs: 0, queueSize: 0, timeoutUs: 0, timeoutAction: "REJECT" },
    },
    load: { kind: "clients", clients },
    requests: 600,
    cost: {
      times: [
        { size: 1, ns: 0.3 * MS },
        { size: 32, ns: 1 * MS },
      ],
      variation: 0.1,
      slowdown: 0,
    },
    itemsPerRequest: 1,
    overheadNs: 0.1 * MS,
    serialNs,
    turnNs,
    frontSlowdown: slowdown,
    cache: { hitRate: 0, hitNs: 0 },
    seed,
  });
}

const throughput = (...given: Parameters<typeof loop>) => loop(...given).throughput;
const outsideMs = (...given: Parameters<typeof loop>) => loop(...given).outsideMs ?? 0;

/** `factor`: error of all throughputs. */
const learned = (serialNs: number, factor = 1, counts = [1, 4, 16, 64]) =>
  finish(
    learnFront(
      counts.map((clients) => ({
        measured: factor * throughput(clients, { serialNs, slowdown: 0 }, 2),
        noise: 0.05,
        simulate: (front: FrontEnd) => throughput(clients, front),
      })),
      serialFronts(0.3 * MS),
    ),
  ).serialNs;

it("[SIM-12] learns the front end's time from few clients and many", () => {
  const serialNs = learned(0.1 * MS);
  expect(serialNs).toBeGreaterThan(0.07 * MS);
  expect(serialNs).toBeLessThan(0.14 * MS);
  // A server that is slower at every load doesn't have a slow front end.
  expect(learned(0, 0.9)).toBe(0);
});

it("[SIM-12] learns it from the time outside of queue and batch, too", () => {
  const loops = [1, 6, 32].map((clients) => ({
    measured: outsideMs(clients, { serialNs: 0.02 * MS, slowdown: 0 }, 2),
    noise: 0.1,
    simulate: (front: FrontEnd) => outsideMs(clients, front),
  }));
  const { serialNs } = finish(learnFront(loops, serialFronts(0.1 * MS)));
  expect(serialNs).toBeGreaterThan(0.012 * MS);
  expect(serialNs).toBeLessThan(0.03 * MS);
});

it("[SIM-12] learns what its turns take if that explains the loops clearly better", () => {
  const learn = (actual: FrontEnd) => {
    const loops = [1, 4, 16, 64].map((clients) => ({
      measured: outsideMs(clients, actual, 2),
      noise: 0.1,
      simulate: (front: FrontEnd) => outsideMs(clients, front),
    }));
    return finish(learnFrontWork(loops, { longestNs: 0.1 * MS, outsideNs: 0.3 * MS }));
  };
  const { serialNs, turnNs = 0 } = learn({ serialNs: 0.01 * MS, turnNs: 0.08 * MS, slowdown: 0 });
  expect(turnNs).toBeGreaterThan(0.05 * MS);
  expect(turnNs).toBeLessThan(0.13 * MS);
  expect(serialNs).toBeLessThan(0.03 * MS);
  expect(learn({ serialNs: 0.02 * MS, slowdown: 0 }).turnNs ?? 0).toBe(0);
});

it("[SIM-12] learns none if nothing shows it", () => {
  expect(learned(0)).toBe(0);
  expect(finish(learnFront([], serialFronts(0.1 * MS))).serialNs).toBe(0);
});

it("[SIM-12] learns from clients beyond two batches that batches take longer while the front end works", () => {
  const serialNs = 0.02 * MS;
  const fronts = [0, 0.3, 0.6].map((slowdown) => ({ serialNs, slowdown }));
  const slowdown = (actual: number) =>
    finish(
      learnFront(
        [64, 128].map((clients) => ({
          measured: throughput(clients, { serialNs, slowdown: actual }, 2),
          noise: 0.03,
          simulate: (front: FrontEnd) => throughput(clients, front),
        })),
        fronts,
      ),
    ).slowdown;
  expect(slowdown(0.6)).toBeGreaterThanOrEqual(0.3);
  expect(slowdown(0)).toBe(0);
});
