import { expect, it } from "vitest";
import { trafficLab } from "../testing/traffic-lab.ts";

const MS = 1_000_000;

it("[B10] [W57] what an instance is handed ahead of time counts as queued until it runs", async () => {
  const lab = await trafficLab(
    {
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
    },
    [{ ms: 10, fails: false }],
    () => {},
  );
  const step = { items: 1, width: 1, value: 0, priority: 0, timeoutUs: 0 };
  for (let i = 0; i < 5; i++) lab.send({ ...step, cancelAfterMs: undefined });
  await lab.clock.advance(MS);
  expect(lab.version.telemetry()).toMatchObject({ executing: 1, handedOver: 2, queued: 4 });
  await lab.clock.advance(50 * MS);
  expect(lab.version.telemetry()).toMatchObject({ executing: 0, handedOver: 0, queued: 0 });
  expect(lab.broken).toEqual([]);
});
