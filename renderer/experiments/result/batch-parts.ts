import type { ExperimentStep, ServerSplit } from "../../../main/contract/index.ts";
import { chartColor, STAGE_COLORS } from "../../figures/colors.ts";
import type { StackPart } from "../../charts/stacked-steps.tsx";

const sumOrNull = (...values: (number | null)[]) =>
  values.every((value) => value === null)
    ? null
    : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/**
 * Mean response time of each step by phase: the server's queue, compute and cache, and the rest. The server's means of
 * compute and cache hits cover only requests that had them, so they are weighted by that share.
 */
export function timeParts(steps: readonly ExperimentStep[]): StackPart[] {
  const queue = steps.map(({ server }) => server?.queueMs ?? null);
  const compute = steps.map(
    ({ server }) => server && times(computeMs(server), 1 - hitShare(server)),
  );
  const cache = steps.map(({ server }) => server && times(server.cacheHitMs, hitShare(server)));
  const rest = steps.map(({ response }, index) => {
    const explained = sumOrNull(queue[index] ?? null, compute[index] ?? null, cache[index] ?? null);
    return response.mean === null || explained === null
      ? null
      : Math.max(0, response.mean - explained);
  });
  const cached = steps.some(({ server }) => server !== null && hitShare(server) > 0);
  return [
    { key: "queue", label: "queue", color: STAGE_COLORS.queue, values: queue },
    { key: "compute", label: "compute", color: STAGE_COLORS.compute, values: compute },
    ...(cached ? [{ key: "cache", label: "cache", color: STAGE_COLORS.cache, values: cache }] : []),
    { key: "rest", label: "network and the rest", color: STAGE_COLORS.rest, values: rest },
  ];
}

const computeMs = (server: ServerSplit) =>
  sumOrNull(server.computeInputMs, server.computeInferMs, server.computeOutputMs);

/** 0..1 of a step's requests that the response cache answered. */
const hitShare = ({ requests, cacheHits }: ServerSplit) =>
  requests > 0 ? Math.min(1, cacheHits / requests) : 0;

const times = (value: number | null, share: number) => (value === null ? null : value * share);

const COLORS = 5;

/** Executions of each step by batch size; the rarest sizes share a part where there are more than colours. */
export function batchParts(steps: readonly ExperimentStep[]): StackPart[] {
  const totals = new Map<number, number>();
  for (const { server } of steps) {
    for (const [size, executions] of server?.batches ?? []) {
      totals.set(size, (totals.get(size) ?? 0) + executions);
    }
  }
  const often = [...totals.entries()]
    .sort(([, a], [, b]) => b - a)
    .slice(0, totals.size > COLORS + 1 ? COLORS : COLORS + 1)
    .map(([size]) => size)
    .sort((a, b) => a - b);
  const executions = (keep: (size: number) => boolean) =>
    steps.map(({ server }) =>
      server
        ? server.batches.reduce((sum, [size, count]) => sum + (keep(size) ? count : 0), 0)
        : null,
    );
  const color = (index: number) => chartColor(((index % 6) + 1) as 1 | 2 | 3 | 4 | 5 | 6);
  return [
    ...often.map((size, index) => ({
      key: String(size),
      label: size === 1 ? "1 item" : `${size} items`,
      color: color(index),
      values: executions((each) => each === size),
    })),
    ...(often.length < totals.size
      ? [
          {
            key: "other",
            label: "other sizes",
            color: color(often.length),
            values: executions((each) => !often.includes(each)),
          },
        ]
      : []),
  ];
}
