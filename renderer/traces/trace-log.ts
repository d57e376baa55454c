import type { Trace } from "../../main/contract/index.ts";

/** A trace with those of an ensemble's steps. */
export interface TraceTree {
  readonly trace: Trace;
  readonly children: readonly TraceTree[];
}

const KEPT = 2000;

/** Adds new traces to known ones; each subscription starts with all that the engine keeps. */
export function addTraces(known: readonly Trace[], emitted: readonly Trace[]): readonly Trace[] {
  // After a restart of the engine ids start again, with later times.
  const key = ({ id, startedAtMs }: Trace) => `${id} ${startedAtMs}`;
  const seen = new Set(known.map(key));
  const fresh = emitted.filter((trace) => !seen.has(key(trace)));
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-KEPT);
}

/** The traces of a model, newest first: its requests, and its executions as a step of ensembles. */
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
