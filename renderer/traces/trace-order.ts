import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { ModelSearch } from "../search.ts";
import type { TraceTree } from "./trace-log.ts";
import { totalMs } from "./trace-spans.ts";

const route = getRouteApi("/models/$name");

export type TraceOrder = "newest" | "slowest";
export const orders = [
  { value: "newest", label: "Newest" },
  { value: "slowest", label: "Slowest" },
] as const;

export function ordered(trees: readonly TraceTree[], order: TraceOrder): readonly TraceTree[] {
  return order === "newest" ? trees : trees.toSorted((a, b) => totalMs(b.trace) - totalMs(a.trace));
}

/** The trace in the address, or the first visible one, which stays selected when others arrive. */
export function useSelected(
  trees: readonly TraceTree[],
  model: string,
): [TraceTree | undefined, (id: number) => void] {
  const { trace: picked } = route.useSearch();
  const navigate = route.useNavigate();
  const [first, setFirst] = useState<number | null>(null);
  const wanted = picked ?? first;
  const found = trees.find(({ trace }) => trace.id === wanted) ?? trees[0];
  if (picked === undefined && found && found.trace.id !== first) setFirst(found.trace.id);
  const pick = (id: number) =>
    void navigate({
      to: "/models/$name",
      params: { name: model },
      search: (now: ModelSearch) => ({ ...now, trace: id }),
      replace: true,
    });
  return [found, pick];
}
