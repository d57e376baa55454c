import type { Trace } from "../../main/contract/index.ts";

/** A trace with those of the steps that an ensemble made of it. */
export interface TraceTree {
  readonly trace: Trace;
  readonly children: readonly TraceTree[];
}

const KEPT = 2000;

/** Adds what the host reports to what it sent before; each subscription begins with all the engine keeps. */
export function addTraces(known: readonly Trace[], emitted: readonly Trace[]): readonly Trace[] {
  // After a restart of the engine ids begin again, with later times.
  const key = ({ id, startedAtMs }: Trace) => `${id} ${startedAtMs}`;
  const seen = new Set(known.map(key));
  const fresh = emitted.filter((trace) => !seen.has(key(trace)));
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-KEPT);
}

/** The traces that concern a model, newest first: requests to it, and steps that ensembles made of others. */
export function buildTrees(traces: readonly Trace[], model: string): TraceTree[] {
  const children = Map.groupBy(traces, ({ parentId }) => parentId);
  const toTree = (trace: Trace): TraceTree => ({
    trace,
    children: (children.get(trace.id) ?? [])
      .filter((child) => child.id !== trace.id && child.startedAtMs >= trace.startedAtMs - 1)
      .map(toTree),
  });
  return traces
    .filter(({ modelName }) => modelName === model)
    .map(toTree)
    .sort((a, b) => b.trace.startedAtMs - a.trace.startedAtMs || b.trace.id - a.trace.id);
}

/** A tree as a list, parents before their children. */
export function flatten(tree: TraceTree): Trace[] {
  return [tree.trace, ...tree.children.flatMap(flatten)];
}
