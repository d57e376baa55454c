import { expect, test } from "vitest";
import type { PlacedBatch } from "./batch-log.ts";
import { describeBatch } from "./batch-tip.tsx";

const batch: PlacedBatch = {
  id: 1,
  start: 0,
  end: 10,
  version: "1",
  instance: "m_0",
  at: 0,
  requests: 1,
  items: 1,
  reason: "idle",
  oldestWaitMs: 0,
  meanWaitMs: 0,
  inputMs: 0,
  inferMs: 10,
  outputMs: 0,
  failed: false,
  onServingThread: true,
};

test("says on which thread a batch ran", () => {
  expect(describeBatch(batch)).toContain("on m_0, serving thread");
  expect(describeBatch({ ...batch, onServingThread: false })).toContain("on m_0, instance thread");
});
