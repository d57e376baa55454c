import fc from "fast-check";
import { expect, it } from "vitest";
import type { Job } from "../../models/job.ts";
import { StatusError } from "../../../base/status-error.ts";
import { lab, MS } from "./testing/lab.ts";

const setups = fc.record({
  strategy: fc.constantFrom("direct", "oldest"),
  maxBatchSize: fc.integer({ min: 1, max: 4 }),
  candidates: fc.integer({ min: 1, max: 5 }),
  instances: fc.integer({ min: 1, max: 3 }),
  takesNext: fc.boolean(),
  runMs: fc.constantFrom(1, 7, 30),
  idleMs: fc.constantFrom(20, 100, 1000),
  delayMs: fc.constantFrom(0, 0, 3, 25),
  utilization: fc.constantFrom(0, 0.5, 1),
});

type Step =
  | { do: "send"; id: number; start: boolean; end: boolean; timeoutMs: number }
  | { do: "cancel"; which: number }
  | { do: "failing"; on: boolean }
  | { do: "drop" }
  | { do: "lose" | "bring"; slot: number };

const id = fc.integer({ min: 1, max: 6 });
const seldom = fc.integer({ min: 0, max: 4 }).map((n) => n === 0);
const slot = fc.integer({ min: 0, max: 2 });
const send = fc.record({
  do: fc.constant("send" as const),
  id,
  start: seldom,
  end: seldom,
  timeoutMs: fc.constantFrom(0, 0, 0, 5, 50),
});

const steps: fc.Arbitrary<{ afterMs: number; step: Step }[]> = fc.array(
  fc.record({
    afterMs: fc.constantFrom(0, 0, 0, 1, 4, 25),
    step: fc.oneof(
      { weight: 20, arbitrary: send },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant("cancel" as const), which: fc.nat(80) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("drop" as const) }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant("failing" as const), on: fc.boolean() }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constantFrom("lose" as const, "bring" as const), slot }),
      },
    ),
  }),
  { minLength: 5, maxLength: 80 },
);

interface Sent {
  readonly label: string;
  readonly job: Job;
  readonly id: number;
  readonly start: boolean;
  readonly value: number;
  cancelled: boolean;
}

it("[SEQ-5] [SEQ-8] [SEQ-11] [SEQ-14] every request has one response, and every sequence its own sum, in order", async () => {
  await fc.assert(
    fc.asyncProperty(setups, steps, async (setup, plan) => {
      const batching = {
        max_sequence_idle_microseconds: setup.idleMs * 1000,
        ...(setup.strategy === "direct"
          ? {
              direct: {
                max_queue_delay_microseconds: setup.delayMs * 1000,
                minimum_slot_utilization: setup.utilization,
              },
            }
          : {
              oldest: {
                max_candidate_sequences: setup.candidates,
                preferred_batch_size: [],
                max_queue_delay_microseconds: setup.delayMs * 1000,
                preserve_ordering: false,
              },
            }),
      };
      const world = lab({ ...setup, sequence: batching });
      const { clock, scheduler } = world;
      const sent: Sent[] = [];

      for (const [i, { afterMs, step }] of plan.entries()) {
        await clock.advance(afterMs * MS);
        switch (step.do) {
          case "send": {
            const label = `${i}`;
            const value = 2 ** (i % 10);
            // Each client starts its first sequence, and any that the server doesn't know.
            let { start } = step;
            let job: Job;
            try {
              job = world.send(label, { ...step, start, values: [value] });
            } catch {
              start = true;
              job = world.send(label, { ...step, start, values: [value] });
            }
            sent.push({ label, job, id: step.id, start, value, cancelled: false });
            break;
          }
          case "cancel": {
            const found = sent[step.which];
            if (found === undefined || world.answers[found.label] !== undefined) break;
            found.cancelled = true;
            scheduler.remove(found.job);
            found.job.failed("CANCELED", new StatusError("CANCELLED", "Request cancelled"));
            break;
          }
          case "drop":
            scheduler.dropAll(new StatusError("UNAVAILABLE", "dropped"));
            break;
          case "failing":
            world.failRuns(step.on);
            break;
          default:
            if (step.slot < setup.instances) world.place(step.slot, step.do === "bring");
        }
      }
      for (let place = 0; place < setup.instances; place++) world.place(place, true);
      await clock.advance(20_000 * MS);

      expect(scheduler.queued).toBe(0);
      // After cancelling, a client doesn't count further responses.
      const times = sent.map(({ label, cancelled }) => {
        const count = world.answered.filter((answered) => answered === label).length;
        return cancelled ? Math.min(1, count) : count;
      });
      expect(times).toEqual(sent.map(() => 1));
      const executed = world.sent().map((labels) => labels.split(" "));
      for (const labels of executed) {
        expect(labels.length).toBeLessThanOrEqual(setup.maxBatchSize);
        expect(labels.at(-1)).not.toBe("-");
      }
      for (const client of new Set(sent.map((request) => request.id))) {
        const own = sent.filter((request) => request.id === client);
        let sum = 0;
        for (const { label, start, value } of own) {
          if (start) sum = 0;
          const total = world.totals[label];
          if (total === undefined) continue;
          sum += value;
          expect(total).toBe(sum);
        }
      }
    }),
    { numRuns: 300 },
  );
});
