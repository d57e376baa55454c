import fc from "fast-check";
import { expect, it } from "vitest";
import type { LoadedVersion } from "../models/loaded-version.ts";
import { StatusError } from "../../base/status-error.ts";
import { loadedVersion } from "../testing/loaded-version.ts";
import { modelConfig } from "../testing/model-config.ts";
import { type RecordedBatch, recordingInstance } from "../testing/recording-instance.ts";
import { floats, inferRequest } from "../testing/requests.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import { InstancePool, type PoolPlace } from "./instance-pool.ts";
import { RateLimiter } from "./rate-limiter.ts";

const MS = 1_000_000;

/** Instances that need the same. */
const groups = fc.record({
  count: fc.integer({ min: 1, max: 3 }),
  priority: fc.integer({ min: 0, max: 3 }),
  r: fc.integer({ min: 0, max: 4 }),
  s: fc.integer({ min: 0, max: 2 }),
});

const models = fc.array(
  fc.record({
    groups: fc.array(groups, { minLength: 1, maxLength: 3 }),
    batching: fc.constantFrom(undefined, 0, 0, 3),
    runMs: fc.integer({ min: 1, max: 6 }),
  }),
  { minLength: 1, maxLength: 4 },
);

const traffic = fc.array(
  fc.record({
    afterMs: fc.constantFrom(0, 0, 0, 1, 4),
    model: fc.nat(3),
    cancelAfterMs: fc.constantFrom(undefined, undefined, undefined, 0, 3),
  }),
  { minLength: 1, maxLength: 60 },
);

type Model = typeof models extends fc.Arbitrary<(infer M)[]> ? M : never;

interface Run {
  readonly batch: RecordedBatch;
  readonly ns: number;
  readonly place: PoolPlace;
}

function placesOf(model: Model): PoolPlace[] {
  return model.groups.flatMap(({ count, priority, r, s }, group) =>
    Array.from({ length: count }, (_, i) => ({
      name: `m_${group}_${i}`,
      kind: "KIND_CPU",
      deviceId: -1,
      priority,
      resources: [
        { name: "R", global: true, count: r },
        { name: "S", global: false, count: s },
      ].filter(({ count: needed }) => needed > 0),
    })),
  );
}

async function open(model: Model, limiter: RateLimiter, clock: VirtualClock, runs: Run[]) {
  const ns = model.runMs * MS;
  const pool = await InstancePool.open({
    places: placesOf(model),
    limiter,
    create: async (place) =>
      recordingInstance({
        name: place.name,
        clock,
        takesNext: false,
        next: () => ({ ns, fails: false }),
        onBatch: (batch) => runs.push({ batch, ns, place }),
      }),
    onFreed: (inTurn) => version.instanceFreed(inTurn),
    onExhausted: () => {},
  });
  const version: LoadedVersion = loadedVersion({
    config: modelConfig({
      max_batch_size: 4,
      ...(model.batching !== undefined && {
        dynamic_batching: {
          preferred_batch_size: [],
          max_queue_delay_microseconds: model.batching * 1000,
          preserve_ordering: false,
          priority_levels: 0,
          default_priority_level: 0,
          priority_queue_policy: {},
        },
      }),
    }),
    pool,
    clock,
  });
  return version;
}

const needOf = (name: string, { resources }: PoolPlace): number =>
  resources.find((resource) => resource.name === name)?.count ?? 0;

/** The most of a resource that is in use at any time. */
function mostInUse(name: string, runs: readonly Run[]): number {
  const spans = runs.map(({ batch, ns, place }) => ({
    count: needOf(name, place),
    from: batch.startedAt,
    to: batch.startedAt + ns,
  }));
  const inUse = spans.map(({ from: now }) =>
    spans.reduce((sum, { from, to, count }) => sum + (from <= now && now < to ? count : 0), 0),
  );
  return Math.max(0, ...inUse);
}

it("[SCHED-RL1] [SCHED-RL4] every request of models that share resources is answered, within the resources' limits", async () => {
  await fc.assert(
    fc.asyncProperty(models, traffic, async (setup, steps) => {
      const clock = new VirtualClock();
      const limiter = new RateLimiter();
      const runs: Run[] = [];
      const versions = await Promise.all(setup.map((model) => open(model, limiter, clock, runs)));
      const answers: string[] = [];
      for (const [index, { afterMs, model, cancelAfterMs }] of steps.entries()) {
        await clock.advance(afterMs * MS);
        const abort = new AbortController();
        if (cancelAfterMs !== undefined) clock.setTimer(cancelAfterMs * MS, () => abort.abort());
        const inputs = [floats("INPUT0", [1, 1], [index])];
        versions[model % versions.length]
          ?.infer(inferRequest({ inputs, signal: abort.signal }))
          .then(
            () => answers.push("OK"),
            (error: unknown) => answers.push(StatusError.from(error).message),
          );
      }
      for (let ms = 0; ms < 2000 && answers.length < steps.length; ms++) await clock.advance(MS);
      expect(answers).toHaveLength(steps.length);
      expect(answers.filter((answer) => answer !== "OK" && answer !== "Request cancelled")).toEqual(
        [],
      );
      for (const name of ["R", "S"]) {
        const needs = setup.flatMap(placesOf).map((place) => needOf(name, place));
        expect(mostInUse(name, runs)).toBeLessThanOrEqual(Math.max(...needs));
      }
    }),
    { numRuns: 300 },
  );
}, 60_000);
