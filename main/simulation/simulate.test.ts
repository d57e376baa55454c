import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DynamicBatching, QueuePolicy } from "../../engine/config/index.ts";
import { meanTime, monotone } from "./batch-time.ts";
import { simulate, type SimulationInput } from "./simulate.ts";

const MS = 1e6;

const policy = (given: Partial<QueuePolicy>): QueuePolicy => ({
  timeout_action: "REJECT",
  default_timeout_microseconds: 0,
  allow_timeout_override: false,
  max_queue_size: 0,
  ...given,
});

const batching = (given: Partial<DynamicBatching> = {}): DynamicBatching => ({
  preferred_batch_size: [],
  max_queue_delay_microseconds: 0,
  preserve_ordering: false,
  priority_levels: 0,
  default_priority_level: 0,
  priority_queue_policy: {},
  ...given,
});

/** A server whose batches take 2 ms at any size, at 250 requests per second. */
const input = (given: Partial<SimulationInput> = {}): SimulationInput => ({
  model: { maxBatchSize: 8, batching: undefined, instances: 1 },
  cost: {
    times: [
      { size: 1, ns: 2 * MS },
      { size: 8, ns: 2 * MS },
    ],
    variation: 0,
    slowdown: 0,
  },
  traffic: { kind: "rate", rate: 250, arrivals: { kind: "poisson" } },
  seconds: 400,
  warmupSeconds: 1,
  itemsPerRequest: 1,
  overheadNs: 0,
  cache: { hitRate: 0, hitNs: 0 },
  seed: 1,
  ...given,
});

it("[SIM-11] ends after a number of requests", () => {
  const traffic = { kind: "clients", clients: 8, thinkMs: 0 } as const;
  const whole = simulate(input({ traffic, seconds: 10 }));
  const short = simulate(input({ traffic, seconds: 10, requests: 500 }));
  expect(short.throughput).toBeCloseTo(whole.throughput, -1);
  expect(short.latency?.p50).toBeCloseTo(whole.latency?.p50 ?? 0, 0);
  expect([...short.batches.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(520);
  const open = simulate(input({ seconds: 1000, requests: 500 }));
  expect(open.offered).toBeGreaterThan(200);
  expect(open.offered).toBeLessThan(300);
});

describe("[SIM-1] queues with known answers", () => {
  it("waits as long as theory predicts for one server with constant service time", () => {
    // M/D/1 (Pollaczek and Khinchine): load × service / (2 × (1 − load)).
    const { queueMs, throughput, busy, queueDepth } = simulate(input());
    expect(queueMs).toBeCloseTo((0.5 * 2) / (2 * 0.5), 1);
    expect(throughput).toBeCloseTo(250, -1);
    expect(busy).toBeCloseTo(0.5, 1);
    // Little: arrivals × wait.
    expect(queueDepth).toBeCloseTo(0.25, 1);
  });

  it("serves a closed loop as fast as full batches allow", () => {
    const model = { maxBatchSize: 8, batching: batching(), instances: 1 };
    const { throughput, latency, batches } = simulate(
      input({ model, traffic: { kind: "clients", clients: 16, thinkMs: 0 }, seconds: 10 }),
    );
    expect(throughput).toBeCloseTo(8 / 0.002, -1);
    expect(latency?.p50).toBeCloseTo(4, 1);
    expect([...batches.keys()]).toEqual([8]);
  });

  it("holds requests up to the batching delay to form larger batches", () => {
    const traffic = { kind: "rate", rate: 1000, arrivals: { kind: "constant" } } as const;
    const model = (us: number) => ({
      maxBatchSize: 8,
      batching: batching({ max_queue_delay_microseconds: us }),
      instances: 4,
    });
    const alone = simulate(input({ traffic, model: model(0), seconds: 10 }));
    expect([...alone.batches.keys()]).toEqual([1]);
    const { batches, queueMs } = simulate(input({ traffic, model: model(3500), seconds: 10 }));
    expect([...batches.keys()]).toEqual([4]);
    expect(queueMs).toBeCloseTo((3.5 + 2.5 + 1.5 + 0.5) / 4, 1);
  });

  it("rejects requests when the queue is full and times out those that waited too long", () => {
    const overload = { kind: "rate", rate: 1000, arrivals: { kind: "poisson" } } as const;
    const limited = (given: Partial<QueuePolicy>) =>
      simulate(
        input({
          traffic: overload,
          model: {
            maxBatchSize: 1,
            batching: batching({ default_queue_policy: policy(given) }),
            instances: 1,
          },
          seconds: 20,
        }),
      );
    const full = limited({ max_queue_size: 4 });
    expect(full.rejected).toBeGreaterThan(0.4);
    expect(full.timedOut).toBe(0);
    expect(full.latency?.p99).toBeLessThan(2 * 7);
    const late = limited({ default_timeout_microseconds: 10_000 });
    expect(late.timedOut).toBeGreaterThan(0.4);
    expect(late.rejected).toBe(0);
    expect(late.throughput).toBeCloseTo(500, -2);
  });

  it("spreads load over several instances", () => {
    const traffic = { kind: "clients", clients: 4, thinkMs: 0 } as const;
    const at = (instances: number, slowdown: number) =>
      simulate(
        input({
          traffic,
          model: { maxBatchSize: 1, batching: undefined, instances },
          cost: { ...input().cost, slowdown },
          seconds: 10,
        }),
      ).throughput;
    expect(at(2, 0) / at(1, 0)).toBeCloseTo(2, 1);
    expect(at(2, 1) / at(1, 1)).toBeCloseTo(1, 1);
  });

  it("[SIM-8] counts the overhead in latency, and cache hits without a batch", () => {
    const { latency, busy, throughput } = simulate(
      input({ cache: { hitRate: 1, hitNs: 0.5 * MS }, overheadNs: 0.25 * MS, seconds: 20 }),
    );
    expect(latency?.p50).toBeCloseTo(0.75, 2);
    expect(busy).toBe(0);
    expect(throughput).toBeGreaterThan(200);
  });
});

it.each([1, 4])(
  "[SIM-8] clients of a closed loop stay together, also with %d instances",
  (instances) => {
    const { batches, busy } = simulate(
      input({
        model: { maxBatchSize: 8, batching: batching(), instances },
        traffic: { kind: "clients", clients: 8, thinkMs: 0 },
        seconds: 10,
      }),
    );
    expect([...batches.keys()]).toEqual([8]);
    expect(busy).toBeCloseTo(1 / instances, 2);
  },
);

describe("[SIM-8] traffic that is answered at once or never ends", () => {
  it("leaves a client 0.1 ms between two requests that are answered at once", () => {
    const traffic = { kind: "clients", clients: 2, thinkMs: 0 } as const;
    const hits = simulate(input({ traffic, cache: { hitRate: 1, hitNs: 0 }, seconds: 1 }));
    expect(hits.throughput).toBeCloseTo(2 * 10_000, -1);
    const limits = { default_queue_policy: policy({ max_queue_size: 1 }) };
    const model = { maxBatchSize: 1, batching: batching(limits), instances: 1 };
    const rejected = simulate(input({ traffic: { ...traffic, clients: 8 }, model, seconds: 1 }));
    expect(rejected.throughput).toBeCloseTo(500, -1);
    expect(rejected.rejected).toBeGreaterThan(0.9);
  });

  it("is rejected with what to change", () => {
    const traffic = { kind: "rate", rate: 1e6, arrivals: { kind: "constant" } } as const;
    const model = { maxBatchSize: 1, batching: undefined, instances: 1 };
    const cache = { hitRate: 1, hitNs: 0 };
    expect(() => simulate(input({ traffic, model, cache, seconds: 3600 }))).toThrow(
      "traffic: more than 5000000 requests; simulate fewer seconds or a lower load",
    );
  });
});

describe("any input", () => {
  const inputs = fc.record({
    maxBatchSize: fc.integer({ min: 1, max: 32 }),
    dynamic: fc.boolean(),
    delayUs: fc.integer({ min: 0, max: 20_000 }),
    queueSize: fc.integer({ min: 0, max: 50 }),
    timeoutUs: fc.integer({ min: 0, max: 20_000 }),
    timeoutAction: fc.constantFrom("REJECT" as const, "DELAY" as const),
    instances: fc.integer({ min: 1, max: 4 }),
    variation: fc.double({ min: 0, max: 1, noNaN: true }),
    rate: fc.integer({ min: 1, max: 3000 }),
    clients: fc.option(fc.integer({ min: 1, max: 64 })),
    seed: fc.integer({ min: 0, max: 1000 }),
  });
  const built = (drawn: typeof inputs extends fc.Arbitrary<infer T> ? T : never) =>
    input({
      model: {
        maxBatchSize: drawn.maxBatchSize,
        instances: drawn.instances,
        batching: drawn.dynamic
          ? batching({
              max_queue_delay_microseconds: drawn.delayUs,
              default_queue_policy: policy({
                max_queue_size: drawn.queueSize,
                default_timeout_microseconds: drawn.timeoutUs,
                timeout_action: drawn.timeoutAction,
              }),
            })
          : undefined,
      },
      cost: { ...input().cost, variation: drawn.variation },
      traffic:
        drawn.clients === null
          ? { kind: "rate", rate: drawn.rate, arrivals: { kind: "poisson" } }
          : // A rejected client would retry at the same instant.
            { kind: "clients", clients: drawn.clients, thinkMs: 1 },
      seconds: 0.2,
      warmupSeconds: 0,
      seed: drawn.seed,
    });

  it("[SIM-3] gives the same result again, within what the model allows", () => {
    fc.assert(
      fc.property(inputs, (drawn) => {
        const one = built(drawn);
        const result = simulate(one);
        expect(simulate(one)).toEqual(result);
        expect(result.throughput).toBeLessThanOrEqual(result.offered + 1e-9);
        expect(result.busy).toBeLessThanOrEqual(1 + 1e-9);
        expect(result.rejected + result.timedOut).toBeLessThanOrEqual(1);
        for (const size of result.batches.keys()) {
          expect(size).toBeLessThanOrEqual(drawn.dynamic ? drawn.maxBatchSize : 1);
        }
      }),
      { numRuns: 25 },
    );
  });

  it.each<[string, Partial<SimulationInput>]>([
    ["seconds", { seconds: 0 }],
    ["instances", { model: { maxBatchSize: 1, batching: undefined, instances: 0 } }],
    ["rate", { traffic: { kind: "rate", rate: Number.NaN, arrivals: { kind: "constant" } } }],
    ["clients", { traffic: { kind: "clients", clients: 0, thinkMs: 0 } }],
    ["hitRate", { cache: { hitRate: 1.5, hitNs: 0 } }],
    ["itemsPerRequest", { itemsPerRequest: 9 }],
    ["time of a batch of 1", { cost: { times: [{ size: 1, ns: 0 }], variation: 0, slowdown: 0 } }],
  ])("[SIM-9] rejects an invalid %s", (name, given) => {
    expect(() => simulate(input(given))).toThrow(new RegExp(`^${name}: .*must be`));
  });
});

describe("[SIM-4] the time of a batch", () => {
  it("never falls with the size", () => {
    const points = [
      { size: 4, ns: 3, count: 10 },
      { size: 1, ns: 1, count: 10 },
      { size: 2, ns: 5, count: 30 },
    ];
    expect(monotone(points)).toEqual([
      { size: 1, ns: 1 },
      { size: 2, ns: 4.5 },
      { size: 4, ns: 4.5 },
    ]);
  });

  it("is linear between measured sizes and extrapolated beyond the largest", () => {
    const times = [
      { size: 2, ns: 20 },
      { size: 4, ns: 30 },
      { size: 8, ns: 70 },
    ];
    const at = (size: number) => meanTime(times, size);
    expect([2, 3, 4, 6, 8, 12].map(at)).toEqual([20, 25, 30, 50, 70, 110]);
    expect(at(1)).toBe(2 + 9);
  });

  it("[SIM-4] extrapolates over a doubling, not between neighbouring sizes", () => {
    const times = [1, 4, 7, 8].map((size) => ({ size, ns: size === 8 ? 40 : 5 * size }));
    expect(meanTime(times, 16)).toBe(80);
  });

  it("assumes a fixed tenth with a single measured size", () => {
    const times = [{ size: 4, ns: 40 }];
    expect([2, 4, 8].map((size) => meanTime(times, size))).toEqual([22, 40, 76]);
  });
});

describe("[SIM-12] the front end", () => {
  const small = (clients: number, serialNs: number) =>
    simulate(
      input({
        model: { maxBatchSize: 8, batching: batching(), instances: 1 },
        traffic: { kind: "clients", clients, thinkMs: 0 },
        serialNs,
        seconds: 10,
      }),
    ).throughput;

  it("lengthens a single client's requests, and limits many clients' throughput", () => {
    expect(small(1, 0.5 * MS)).toBeCloseTo(400, -1);
    expect(small(64, 0.5 * MS)).toBeLessThan(2010);
    expect(small(64, 0.5 * MS)).toBeGreaterThan(1500);
    expect(small(64, 0)).toBeGreaterThan(3500);
  });

  it("handles all that waits in one turn, so that turns cost many clients less each", () => {
    const throughput = (clients: number, turnNs: number) =>
      simulate(
        input({
          model: { maxBatchSize: 8, batching: batching(), instances: 1 },
          traffic: { kind: "clients", clients, thinkMs: 0 },
          turnNs,
          seconds: 10,
        }),
      ).throughput;
    // Eight clients stay together: one turn brings their requests, one takes their responses.
    expect(throughput(8, 0.5 * MS)).toBeCloseTo(8 * throughput(1, 0.5 * MS), -3);
    // 2 ms of batch and two turns.
    expect(throughput(1, 0.5 * MS)).toBeCloseTo(333, -1);
    expect(throughput(64, 0.5 * MS) / throughput(64, 0)).toBeGreaterThan(0.9);
  });

  it("keeps clients of one batch together, whose responses leave in one turn", () => {
    const { batches, throughput } = simulate(
      input({
        model: { maxBatchSize: 8, batching: batching(), instances: 1 },
        traffic: { kind: "clients", clients: 8, thinkMs: 0 },
        serialNs: 0.05 * MS,
        overheadNs: 0.2 * MS,
        seconds: 10,
      }),
    );
    expect([...batches.keys()]).toEqual([8]);
    // 2 ms of batch, 0.2 outside and 8 times 0.05 in the front end.
    expect(throughput).toBeCloseTo(8 / 0.0026, -2);
  });
});

describe("[SIM-13] arrivals", () => {
  const run = (traffic: SimulationInput["traffic"]) => simulate(input({ traffic }));
  const gamma = (burstiness: number) =>
    run({ kind: "rate", rate: 250, arrivals: { kind: "gamma", burstiness } });

  it("wait longer the burstier they are", () => {
    const constant = run({ kind: "rate", rate: 250, arrivals: { kind: "constant" } });
    expect(constant.queueMs).toBeCloseTo(0);
    const poisson = run({ kind: "rate", rate: 250, arrivals: { kind: "poisson" } }).queueMs ?? 0;
    expect(gamma(0.3).queueMs).toBeGreaterThan(poisson * 1.5);
    expect(gamma(4).queueMs).toBeLessThan(poisson);
  });

  it("repeat recorded gaps", () => {
    // Two at once, every 8 ms: the second waits 2 ms.
    const { offered, queueMs } = run({ kind: "intervals", micros: [0, 8000] });
    expect(offered).toBeCloseTo(250, 0);
    expect(queueMs).toBeCloseTo(1, 1);
  });
});

it("[SIM-12] batches lose time to a busy front end, not to an idle one", () => {
  const throughput = (clients: number, frontSlowdown: number) =>
    simulate(
      input({
        model: { maxBatchSize: 8, batching: batching(), instances: 1 },
        traffic: { kind: "clients", clients, thinkMs: 0 },
        seconds: 20,
        serialNs: 0.1 * MS,
        frontSlowdown,
      }),
    ).throughput;
  // Eight clients all wait for the same batch.
  expect(throughput(8, 0.5) / throughput(8, 0)).toBeGreaterThan(0.9);
  // Of 16, eight are served while the batch of the others runs: 0.8 ms of front end lengthen 2 ms to 2.4 or more.
  const ratio = throughput(16, 0.5) / throughput(16, 0);
  expect(ratio).toBeLessThan(0.87);
  expect(ratio).toBeGreaterThan(0.6);
  expect(() => throughput(8, 1)).toThrow("frontSlowdown: 1, must be from 0 to below 1");
});
