import { expect, it, vi } from "vitest";
import { finish } from "../../../base/steps.ts";
import { metricsTextSteps } from "../../servers/metrics/metrics-text.ts";
import type { MetricsRecord } from "../series/metrics-record.ts";
import { FakeDirectory, FakeServer } from "../testing/fake-server.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { Observers } from "./observers.ts";

const T = 1_790_000_000_000;

const samples = (count: number, pending: number) =>
  [
    ...finish(
      metricsTextSteps(`nv_inference_request_success{model="a",version="1"} ${count}
nv_inference_pending_request_count{model="a",version="1"} ${pending}
nv_inference_request_failure{model="a",version="1",reason="REJECTED"} ${count / 10}
`),
    ).samples.values(),
  ].flat();

it("[PROM-17] figures that a server does not report come from the newest scrapes", async () => {
  const clock = new ManualClock(T);
  let reads = 0;
  const record: MetricsRecord = {
    read: async () => {
      reads += 1;
      const now = clock.now();
      return {
        origin: "Prometheus prod",
        instants: [
          { t: now - 20_000, samples: samples(0, 9), restarted: false },
          { t: now - 5000, samples: samples(300, 4), restarted: false },
        ],
      };
    },
  };
  const server = new FakeServer();
  const own = {
    form: "rate",
    figure: "requestsPerSecond",
    model: "a",
    source: "inference_stats",
  } as const;
  const missing = (figure: "waiting" | "rejectedPerSecond") =>
    ({ form: "unavailable", figure, model: "", source: "", hint: "Give the address." }) as const;
  let total = 0;
  const answer = () =>
    server.reports(
      [{ ...own, total: (total += 7) }, missing("waiting"), missing("rejectedPerSecond")],
      { exposition: null },
    );
  answer();
  using observers = new Observers({ servers: new FakeDirectory([server]), clock, record });
  const observer = observers.of("fake");
  using _watching = observer.watch();
  const figures = () => observer.latest()?.frame.figures ?? [];
  await vi.waitFor(async () => {
    answer();
    await clock.advance(1000);
    expect(figures().map(({ figure, provenance }) => [figure, provenance])).toContainEqual([
      "rejectedPerSecond",
      "exact",
    ]);
    expect(figures().find(({ figure }) => figure === "rejectedPerSecond")?.value).toBeCloseTo(2);
  });
  expect(figures().find(({ figure }) => figure === "waiting")).toMatchObject({
    model: "a",
    value: 4,
    source: "nv_inference_pending_request_count (Prometheus prod)",
  });
  expect(figures().filter(({ figure }) => figure === "requestsPerSecond")).toMatchObject([
    { source: "inference_stats" },
  ]);
  expect(figures().filter(({ figure }) => figure === "waiting")).toHaveLength(1);
  const before = reads;
  for (let second = 0; second < 30; second++) {
    answer();
    await clock.advance(1000);
  }
  expect(reads - before).toBe(2);
  server.reports([{ ...own, total }, missing("waiting")], { exposition: "up 1\n" });
  await clock.advance(1000);
  expect(figures().find(({ figure }) => figure === "waiting")?.provenance).toBe("unavailable");
});
