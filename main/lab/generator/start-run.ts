import { seedOf } from "../inputs/index.ts";
import { RequestPlan } from "../schedule/index.ts";
import { ClosedLoop } from "./closed-loop.ts";
import { laneOpener } from "./lanes.ts";
import type { RunSpec } from "./messages.ts";
import { Run, type RunListener } from "./run.ts";
import { encodeTraffic } from "./traffic-kind.ts";

const monotonic = () => performance.now();

/** Prepares a run; what it opened is closed by the disposal. Throws INVALID_ARGUMENT where it cannot be. */
export async function prepareRun(
  spec: RunSpec,
  listener: RunListener,
): Promise<{ readonly run: Run } & Disposable> {
  const opener = laneOpener(spec);
  const traffic = await encodeTraffic(spec);
  const plans = {
    span: new RequestPlan(traffic.span, seedOf(spec.seed, 0)),
    warmup: new RequestPlan(traffic.warmup, seedOf(spec.seed, 1)),
  };
  const { load } = spec;
  if (load.kind !== "concurrency") throw new Error(`loads of kind '${load.kind}' come next`);
  const run = new Run({
    spec,
    open: load.kind !== "concurrency",
    distinctRequests: traffic.distinct,
    listener,
    now: monotonic,
    load: (observer) => new ClosedLoop(traffic, load, plans, { opener, observer, now: monotonic }),
  });
  return { run, [Symbol.dispose]: () => opener[Symbol.dispose]() };
}
