import { afterEach, expect, it, vi } from "vitest";
import { ManualClock } from "../../main/testing/manual-clock.ts";
import { TrialLog } from "./tune-report.ts";

afterEach(() => vi.restoreAllMocks());

it("[SEARCH-26] names the second best with the first pair", () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const log = new TrialLog(new ManualClock());
  const second = { settings: { maxBatchSize: 4, delayUs: 0, instances: 1 }, clients: 8 };
  log.confirming(1, 3, second);
  log.confirming(2, 3, second);
  log.confirming(1, 3, null);
  expect(written).toEqual([
    "Confirming, pair 1 of 3. Measured as well, since noise could change the order: dynamic batching up to 4, 1 instance, at 8 clients.\n",
    "Confirming, pair 2 of 3.\n",
    "Confirming, pair 1 of 3.\n",
  ]);
});
