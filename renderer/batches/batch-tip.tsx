import type { ReactNode } from "react";
import { formatDuration } from "../format/numbers.ts";
import { formatClock } from "../format/time.ts";
import { count } from "../format/text.ts";
import type { PlacedBatch } from "./batch-log.ts";
import { reasonLooks } from "./reasons.ts";
import type { Box } from "./timeline-geometry.ts";

const WIDTH = 250;
const GAP = 12;

interface BatchTipProps {
  readonly batch: PlacedBatch;
  /** Position of its bar, and width of the timeline, px. */
  readonly bar: Box;
  readonly within: number;
}

/** Tooltip with all details of a batch; it moves with its bar. */
export function BatchTip({ batch, bar, within }: BatchTipProps) {
  const { label, color, meaning } = reasonLooks[batch.reason];
  const [begin, end] = [Math.max(0, bar.x), Math.min(within, bar.x + bar.width)];
  const left = end + GAP + WIDTH > within ? Math.max(0, begin - GAP - WIDTH) : end + GAP;
  const row = (name: string, value: ReactNode) => (
    <div className="flex gap-3">
      <dt className="flex-1 text-muted">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-30 rounded-md border border-line-strong bg-raised px-3 py-2 text-xs shadow-pop"
      style={{ left, top: Math.max(0, bar.y - 80), width: WIDTH }}
    >
      <div className="flex items-center gap-2 font-semibold">
        <span className="size-2 rounded-sm" style={{ background: color }} />
        {label}
        <span className="ml-auto font-normal text-muted">{formatClock(batch.start)}</span>
      </div>
      <p className="mt-0.5 mb-1 text-muted">{meaning}</p>
      <dl className="border-line border-t pt-1">
        {row("Size", `${count(batch.items, "item")} of ${count(batch.requests, "request")}`)}
        {row("Oldest wait", formatDuration(batch.oldestWaitMs))}
        {row("Mean wait", formatDuration(batch.meanWaitMs))}
        {row("Compute", formatDuration(computeMs(batch)))}
        {row("– input", formatDuration(batch.inputMs))}
        {row("– infer", formatDuration(batch.inferMs))}
        {row("– output", formatDuration(batch.outputMs))}
        {row("Instance", `${batch.instance}, version ${batch.version}`)}
        {row("Thread", batchThread(batch))}
      </dl>
      {batch.failed && <p className="mt-1 font-semibold text-bad">It failed.</p>}
    </div>
  );
}

export function computeMs({ inputMs, inferMs, outputMs }: PlacedBatch): number {
  return inputMs + inferMs + outputMs;
}

/** Where it ran. */
export function batchThread({ onServingThread }: PlacedBatch): string {
  return onServingThread ? "serving" : "instance";
}

/** The same in one line, for assistive technology. */
export function describeBatch(batch: PlacedBatch): string {
  return [
    formatClock(batch.start),
    reasonLooks[batch.reason].label,
    `${count(batch.items, "item")} of ${count(batch.requests, "request")}`,
    `oldest wait ${formatDuration(batch.oldestWaitMs)}`,
    `compute ${formatDuration(computeMs(batch))}`,
    `on ${batch.instance}`,
    `${batchThread(batch)} thread`,
    ...(batch.failed ? ["failed"] : []),
  ].join(", ");
}
