import { describe, expect, it } from "vitest";
import { type TrafficSetup, trafficLab } from "../testing/traffic-lab.ts";

const MS = 1_000_000;

const alone: TrafficSetup = {
  maxBatch: 1,
  preferred: [],
  delayMs: 0,
  levels: 0,
  defaultPolicy: undefined,
  levelPolicy: undefined,
  ordered: false,
  instances: 1,
  takesNext: true,
  cached: false,
  batching: true,
};

const limited = {
  ...alone,
  defaultPolicy: {
    timeout_action: "REJECT",
    default_timeout_microseconds: 0,
    allow_timeout_override: false,
    max_queue_size: 10,
  },
} as const;

/**
 * Sends four requests at once to an instance that takes `runMs` for each; counts those handed over
 * before they run.
 */
async function boundEarly(setup: TrafficSetup, runMs: number): Promise<number[]> {
  const { clock, send, batches } = await trafficLab(setup, [{ ms: runMs, fails: false }], () => {});
  for (let value = 0; value < 4; value++) {
    send({ items: 1, width: 1, value, priority: 0, timeoutUs: 0, cancelAfterMs: undefined });
  }
  await clock.advance(1000 * MS);
  expect(batches).toHaveLength(4);
  return batches.flatMap(({ handedAt, startedAt }, i) => (handedAt < startedAt ? [i] : []));
}

describe("a batch is bound before it runs", () => {
  it("[SCHED-B10] if nothing can affect it any more", async () => {
    expect(await boundEarly(alone, 50)).toEqual([1, 2, 3]);
    expect(await boundEarly({ ...alone, batching: false }, 50)).toEqual([1, 2, 3]);
    expect(await boundEarly({ ...alone, takesNext: false }, 50)).toEqual([]);
    expect(await boundEarly({ ...alone, instances: 2 }, 50)).toEqual([]);
  });

  it("[SCHED-B10] with timeouts or priorities only once runs are known to be short", async () => {
    expect(await boundEarly(limited, 2)).toEqual([]);
    expect(await boundEarly(limited, 1)).toEqual([3]);
    expect(await boundEarly({ ...alone, levels: 2 }, 2)).toEqual([]);
    expect(await boundEarly({ ...alone, levels: 2 }, 1)).toEqual([3]);
  });
});

it("[SCHED-B10] [PROTO-57] requests handed to an instance early count as queued until they run", async () => {
  const { clock, send, version } = await trafficLab(alone, [{ ms: 10, fails: false }], () => {});
  for (let value = 0; value < 5; value++) {
    send({ items: 1, width: 1, value, priority: 0, timeoutUs: 0, cancelAfterMs: undefined });
  }
  await clock.advance(MS);
  expect(version.telemetry()).toMatchObject({ executing: 1, handedOver: 2, queued: 4 });
  await clock.advance(50 * MS);
  expect(version.telemetry()).toMatchObject({ executing: 0, handedOver: 0, queued: 0 });
});
