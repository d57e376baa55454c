import { afterEach, expect, test } from "vitest";
import { experiment, invalid, plan, step } from "../testing-data.ts";
import { button, clear, click, fakeHost, show } from "../testing-view.tsx";
import { batchParts, timeParts } from "./batch-parts.ts";
import { boundAt } from "./bound.ts";
import { makeCurve, drawablePercentile } from "./step-curve.ts";
import { findBestStep, Headline } from "./headline.tsx";
import { invalidMark } from "./mark.ts";
import { formatInterval, PercentileValue } from "./percentile-value.tsx";
import { MachineFacts } from "./machine-facts.tsx";
import { RunView } from "./run-view.tsx";
import { stepName } from "../../figures/experiment-text.ts";
import { VerdictNotice } from "./verdict-notice.tsx";

afterEach(clear);

const late = invalid("3.1 % of the sends came more than 1 ms late.");

test("[EXPERIMENT-PAGE-V1] names an invalid step with its reasons", async () => {
  const view = await show(
    <VerdictNotice experiment={experiment({ steps: [step(), step({ verdict: late })] })} />,
  );
  expect(view.textContent).toContain("Invalid: don't rely on 1 of 2 measurements");
  expect(view.textContent).toContain("3.1 % of the sends came more than 1 ms late.");
  expect(view.querySelector('[role="alert"]')).not.toBeNull();
});

test("[EXPERIMENT-PAGE-V1] states a reason shared by several steps once, with their names", async () => {
  const at = (value: number) =>
    step({ load: { kind: "concurrency", value }, verdict: invalid(`${value} % were late.`) });
  const view = await show(
    <VerdictNotice experiment={experiment({ steps: [at(1), at(8), at(32)] })} />,
  );
  expect([...view.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual([
    "1 client: 1 % were late. Also at 8 clients, 32 clients.",
  ]);
});

test("[EXPERIMENT-PAGE-P3] loads that a search probed twice are distinguished", async () => {
  const at = (value: number) => step({ load: { kind: "rate", value } });
  const searched = experiment({ steps: [at(50), at(50), at(100)] });
  expect(searched.steps.map((each) => stepName(searched, each))).toEqual([
    "50 req/s",
    "50 req/s #2",
    "100 req/s",
  ]);
});

test("[EXPERIMENT-PAGE-V1] merges reasons of imported steps only if they are equal", async () => {
  const view = await show(
    <VerdictNotice
      experiment={experiment({
        importedFrom: "a.csv",
        steps: [step({ verdict: invalid("It was late.") }), step({ verdict: late })],
      })}
    />,
  );
  expect(view.querySelectorAll("li")).toHaveLength(2);
});

test("[EXPERIMENT-PAGE-V1] charts carry the mark, and the best of a run is never an invalid step", () => {
  const steps = [step(), step({ verdict: late, inferencesPerSecond: 9000 })];
  expect(invalidMark(steps)).toBe("1 of 2 invalid");
  expect(invalidMark([step()])).toBeUndefined();
  expect(findBestStep(steps)).toBe(steps[0]);
});

test("[EXPERIMENT-PAGE-V2] shows no number for a percentile that the sample does not support", async () => {
  const none = await show(<PercentileValue response={null} service={undefined} />);
  expect(none.textContent).toBe("too few requests");
  const exact = { value: 3, low: 3, high: 3 };
  const bare = await show(<PercentileValue response={exact} service={undefined} />);
  expect(bare.textContent).toBe("3 ms");
  const some = await show(
    <PercentileValue
      response={{ value: 12, low: 11, high: 15 }}
      service={{ value: 9, low: 8, high: 10 }}
    />,
  );
  expect(some.textContent).toBe("12 ms11 – 15 msservice 9 ms");
});

test("[EXPERIMENT-PAGE-V2] shows a percentile's possible error if the verdict states one", async () => {
  const response = { value: 5, low: 4, high: 6 };
  const shown = async (ms: number) => {
    const view = await show(
      <PercentileValue response={response} service={undefined} mayReadHighMs={ms} />,
    );
    return view.textContent;
  };
  expect(await shown(0.6)).toBe("5 ms4 – 6 msup to 600 µs high");
  expect(await shown(0.01)).toBe("5 ms4 – 6 ms");
  expect(await shown(0)).toBe("5 ms4 – 6 ms");
});

test("[EXPERIMENT-PAGE-V2] shows an interval's unit once if both ends share it", () => {
  expect(formatInterval(4.42, 5.02)).toBe("4.42 – 5.02 ms");
  expect(formatInterval(0.9, 1.1)).toBe("900 µs – 1.10 ms");
});

test("[EXPERIMENT-PAGE-V5] the headline of an objective names the loads that met and missed it", async () => {
  const words = (result: "kept" | "missed") => ({
    result,
    percentile: 99,
    boundMs: 20,
    confidence: 0.99,
    requests: 662,
    over: 1,
    words: `p99 ≤ 20 ms ${result}`,
  });
  const view = await show(
    <Headline
      experiment={experiment({
        steps: [
          step({ load: { kind: "rate", value: 100 }, certificate: words("kept") }),
          step({ load: { kind: "rate", value: 400 }, certificate: words("missed") }),
        ],
      })}
    />,
  );
  expect(view.textContent).toContain("100 req/s: p99 ≤ 20 ms kept");
  expect(view.textContent).toContain("400 req/s: p99 ≤ 20 ms missed");
});

test("[EXPERIMENT-PAGE-V7] a curve connects loads in ascending order, whatever order they ran in", () => {
  const steps = [32, 1, 8].map((value) =>
    step({ load: { kind: "concurrency", value }, inferencesPerSecond: value }),
  );
  const curve = makeCurve(experiment({ steps }), "p99", { color: "red", kneeStep: 0 });
  expect(curve.points.map(({ label }) => label)).toEqual(["1 client", "8 clients", "32 clients"]);
  expect(curve.knee).toBe(2);
});

test("[EXPERIMENT-PAGE-V7] a curve uses a percentile that every step supports", () => {
  const few = step({ response: { ...step().response, p99: null } });
  expect(drawablePercentile({ steps: [step()] })).toBe("p99");
  expect(drawablePercentile({ steps: [step(), step(), few] })).toBe("p95");
});

test("[EXPERIMENT-PAGE-V6] time that the server does not account for is the rest; a silent server has no parts", () => {
  const server = {
    requests: 50,
    cacheHits: 0,
    cacheHitMs: null,
    queueMs: 1,
    computeInputMs: 0.1,
    computeInferMs: 1.8,
    computeOutputMs: 0.1,
    batches: [
      [1, 10],
      [8, 5],
    ],
  } as never;
  const values = (steps: Parameters<typeof timeParts>[0]) =>
    timeParts(steps).map(({ key, values: of }) => [key, of[0]]);
  expect(values([step({ server })])).toEqual([
    ["queue", 1],
    ["compute", 2],
    ["rest", 1],
  ]);
  expect(values([step()]).every(([, value]) => value === null)).toBe(true);
  const hits = { ...(server as object), cacheHits: 40, cacheHitMs: 0.5 } as never;
  expect(values([step({ server: hits })])).toEqual([
    ["queue", 1],
    ["compute", expect.closeTo(0.4)],
    ["cache", expect.closeTo(0.4)],
    ["rest", expect.closeTo(2.2)],
  ]);
  expect(batchParts([step({ server })]).map(({ label, values: of }) => [label, of[0]])).toEqual([
    ["1 item", 10],
    ["8 items", 5],
  ]);
});

test("[EXPERIMENT-PAGE-V5] an objective is drawn only in charts of its own percentile", () => {
  const objective = { percentile: 99, boundMs: 20 };
  expect(boundAt({ ...plan, objective }, "p99")).toEqual({ ms: 20, label: "p99 ≤ 20 ms" });
  expect(boundAt({ ...plan, objective }, "p50")).toBeNull();
  expect(boundAt({ ...plan, objective: { ...objective, of: "firstToken" } }, "p99")).toBeNull();
  expect(boundAt({ ...plan, objective: null }, "p99")).toBeNull();
});

test("[EXPERIMENT-PAGE-R2] a run can be paused and ended", async () => {
  const host = fakeHost({ "lab.pause": {}, "lab.resume": {}, "lab.cancel": {}, "lab.adjust": {} });
  const running = experiment({ state: "running", plan });
  const view = await show(
    <RunView
      experiment={running}
      progress={{
        id: 1,
        state: "running",
        reason: null,
        stepIndex: 1,
        stepCount: 3,
        phase: "measuring",
        pausing: false,
        secondsDone: 3,
        secondsLeft: 9,
        words: "concurrency 8",
        live: {
          load: { kind: "concurrency", value: 8 },
          requestsPerSecond: 300,
          p50Ms: 3,
          p99Ms: null,
          failures: 0,
          certificate: null,
          adjustable: true,
        },
      }}
    />,
    host,
  );
  expect(view.textContent).toContain("Measuring: step 2 of 3");
  expect(view.querySelector('[role="progressbar"]')?.getAttribute("aria-valuenow")).toBe("25");
  await click(button(view, "Pause"));
  await click(button(view, "Stop and keep"));
  expect(host.asked).toEqual([
    ["lab.pause", { id: 1 }],
    ["lab.cancel", { id: 1 }],
  ]);
  expect(view.textContent).toContain("Clients");
});

test("[EXPERIMENT-PAGE-R2] every window shows that a run is about to pause, and before which step it waits", async () => {
  const running = experiment({ state: "running", plan });
  const between = { id: 1, reason: null, stepCount: 3, secondsDone: 3, secondsLeft: 9, live: null };
  const pausing = await show(
    <RunView
      experiment={running}
      progress={{
        ...between,
        state: "running",
        stepIndex: 1,
        phase: "measuring",
        pausing: true,
        words: "concurrency 8",
        repeat: { attempt: 2, maxAttempts: 3, reason: "It was busy.", startedAt: 0 },
      }}
    />,
  );
  expect(button(pausing, "Pauses after this step").disabled).toBe(true);
  expect(pausing.textContent).toContain("Measuring again, attempt 2 of at most 3. It was busy.");
  const held = await show(
    <RunView
      experiment={{ ...running, state: "paused" }}
      progress={{
        ...between,
        state: "paused",
        stepIndex: 2,
        phase: "paused",
        pausing: false,
        words: "next: concurrency 32",
      }}
    />,
  );
  expect(held.textContent).toContain("Paused before step 3 of 3");
  expect(button(held, "Resume").disabled).toBe(false);
});

test("shows the server's metrics by GPU, and nothing without readings", async () => {
  const gpu = {
    uuid: "GPU-a",
    utilizationMean: 0.5,
    memoryMaxBytes: 2 ** 30,
    memoryTotalBytes: 2 ** 32,
    powerMeanWatts: 200,
    energyJoules: null,
  };
  const machine = {
    samples: 4,
    cpuMean: 0.25,
    memoryMaxBytes: null,
    gpus: [gpu],
    cacheEvictions: null,
    pendingMean: 3.5,
    failures: [{ reason: "REJECTED", count: 5 }],
  };
  const view = await show(<MachineFacts machine={machine} />);
  for (const words of ["25 %", "3.5", "Failed: REJECTED", "GPU-a", "50 %", "200 W"]) {
    expect(view.textContent).toContain(words);
  }
  expect(view.textContent).not.toContain("evictions");
  expect((await show(<MachineFacts machine={null} />)).textContent).toBe("");
});
