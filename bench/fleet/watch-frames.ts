import type { CDPSession, Page } from "@playwright/test";
import { quantile } from "../statistics/quantiles.ts";

/** Performance of a window; times in ms unless stated otherwise. */
export interface Watched {
  readonly framesPerSecond: number;
  readonly gapP95: number;
  readonly gapP99: number;
  /** Share of frames more than 33 ms after the previous one, 0..1. */
  readonly late: number;
  /** The longest task and the longest animation frame over 50 ms; 0: none. */
  readonly longestTask: number;
  readonly longestFrame: number;
  /** CPU time of the page's main thread, which other work on the machine doesn't lengthen: s per s, and ms per frame. */
  readonly busy: number;
  readonly perFrame: number;
  readonly heapMb: number;
}

const LATE_MS = 33;

/** Measures a page's frames and long tasks while `doing` runs. */
export async function watchFrames(
  page: Page,
  seconds: number,
  doing: (until: number) => Promise<void> = async () => {},
): Promise<Watched> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await readMetrics(session);
  const begin = performance.now();
  const [{ gaps, task, frame }] = await Promise.all([
    measureGaps(page, seconds * 1000),
    doing(begin + seconds * 1000),
  ]);
  const after = await readMetrics(session);
  const took = (performance.now() - begin) / 1000;
  const cpu = after.TaskDuration - before.TaskDuration;
  await session.detach();
  return {
    framesPerSecond: gaps.length / seconds,
    gapP95: quantile(gaps, 0.95),
    gapP99: quantile(gaps, 0.99),
    late: gaps.filter((gap) => gap > LATE_MS).length / gaps.length,
    longestTask: task,
    longestFrame: frame,
    busy: cpu / took,
    perFrame: (cpu * 1000) / gaps.length,
    heapMb: after.JSHeapUsedSize / 1e6,
  };
}

function measureGaps(page: Page, ms: number) {
  return page.evaluate(async (watchMs) => {
    const longest = { longtask: 0, "long-animation-frame": 0 };
    const observers = (["longtask", "long-animation-frame"] as const).map((type) => {
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          longest[type] = Math.max(longest[type], duration);
      });
      observer.observe({ type });
      return observer;
    });
    const gaps: number[] = [];
    await new Promise<void>((resolve) => {
      let last = performance.now();
      const end = last + watchMs;
      const draw = (now: number) => {
        gaps.push(now - last);
        last = now;
        if (now < end) requestAnimationFrame(draw);
        else resolve();
      };
      requestAnimationFrame((now) => {
        last = now;
        requestAnimationFrame(draw);
      });
    });
    for (const observer of observers) observer.disconnect();
    return { gaps, task: longest.longtask, frame: longest["long-animation-frame"] };
  }, ms);
}

type Metric = "TaskDuration" | "JSHeapUsedSize";

async function readMetrics(session: CDPSession): Promise<Record<Metric, number>> {
  const { metrics } = await session.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Record<
    Metric,
    number
  >;
}
