import { afterEach, expect, test } from "vitest";
import type { KeptPrediction } from "../../../main/contract/index.ts";
import { experiment, step } from "../testing-data.ts";
import { clear, fakeHost, Routed, show } from "../testing-view.tsx";
import { PredictionCard } from "./prediction-card.tsx";

afterEach(clear);

const figures = (
  throughput: number,
  p99Ms: number | null,
): KeptPrediction["predicted"][number] => ({
  throughput: { value: throughput, low: throughput - 10, high: throughput + 10 },
  p50Ms: { value: 3, low: 3, high: 3 },
  p99Ms: p99Ms === null ? null : { value: p99Ms, low: p99Ms - 1, high: null },
  meanBatch: 2,
});

const open = (predicted: KeptPrediction["predicted"] | null, measured = experiment()) =>
  show(
    <Routed view={<PredictionCard experiment={measured} />} />,
    fakeHost({ "whatIf.keptPrediction": predicted && { experimentId: measured.id, predicted } }),
  );

test("[EXPERIMENT-PAGE-V8] shows the prediction next to the mean of the steps", async () => {
  const steps = [step({ requestsPerSecond: 300 }), step({ requestsPerSecond: 340 })];
  const { textContent } = await open([figures(288, 15)], experiment({ steps }));
  expect(textContent).toContain(
    "Throughput288/s (278/s to 298/s)320/s (300/s to 340/s, 2 steps)−10 %",
  );
  expect(textContent).toContain("p50 latency3 ms3 ms (3 ms to 3 ms, 2 steps)±0 %");
  expect(textContent).toContain(
    "p99 latency15 ms (from 14 ms)12 ms (12 ms to 12 ms, 2 steps)+25 %",
  );
  expect(textContent).toContain("Mean batch size2––");
});

test("[EXPERIMENT-PAGE-V8] names the configurations of a comparison", async () => {
  const steps = [step({ candidate: 0 }), step({ candidate: 1, requestsPerSecond: 400 })];
  const { textContent } = await open([figures(300, 15), figures(400, null)], experiment({ steps }));
  expect(textContent).toContain("Configuration");
  expect(textContent).toContain("p99 latency–12 ms–");
});

test("[EXPERIMENT-PAGE-V8] shows nothing without a prediction", async () => {
  expect((await open(null)).textContent).toBe("");
});
