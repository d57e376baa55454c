import { afterEach, expect, test } from "vitest";
import type { TuningSearch } from "../../../main/contract/index.ts";
import {
  CONFIRMED,
  confirmation,
  point,
  trial,
} from "../../../main/tuning/testing/confirmed-search.ts";
import { clear, fakeHost, Routed, show } from "../../experiments/testing-view.tsx";
import { Progress } from "./progress.tsx";
import { SearchResult } from "./search-result.tsx";

afterEach(clear);

const search = (more: Partial<TuningSearch> = {}): TuningSearch => ({
  ...CONFIRMED,
  id: 3,
  ...more,
});
const runnerUp = { settings: { ...point.settings, maxBatchSize: 4 }, clients: 8 };

test("[TUNE-12] a measurement that was disturbed says that it is made again, and why", async () => {
  const repeat = { attempt: 2, maxAttempts: 3, reason: "Other programs were busy.", startedAt: 0 };
  const running = { state: "searching", finishedAt: null, result: null, current: trial } as const;
  const view = await show(<Progress search={search({ ...running, repeat })} />);
  expect(view.textContent).toContain(
    "Measuring again, attempt 2 of at most 3. Other programs were busy.",
  );
  const first = await show(<Progress search={search(running)} />);
  expect(first.textContent).not.toContain("Measuring again");
});

test("[SEARCH-26] the second best is named while it is measured, and has a row in the result", async () => {
  const confirming = { pair: 1, pairs: 3, runnerUp };
  const running = { state: "confirming", finishedAt: null, result: null, confirming } as const;
  const progress = await show(<Progress search={search(running)} />);
  expect(progress.textContent).toContain("dynamic batching up to 4, 1 instance, at 8 clients");
  const second = { point: runnerUp, outcome: { throughput: 880, p99Ms: 13 } };
  const { result } = CONFIRMED;
  const ended = search({
    result: result && { ...result, confirmation: { ...confirmation, runnerUp: second } },
  });
  const view = await show(<Routed view={<SearchResult search={ended} />} />, fakeHost());
  const rows = [...view.querySelectorAll("tbody tr")].map(({ textContent }) => textContent);
  expect(rows).toHaveLength(3);
  expect(rows[2]).toContain("Second bestdynamic batching up to 4, 1 instance");
  expect(rows[2]).toContain("880");
});
