import { BatchFeed } from "../models/batch-feed.ts";
import { LoadedVersion, type LoadedVersionOptions } from "../models/loaded-version.ts";
import { TurnBudget } from "../scheduling/turn-budget.ts";

type Needed = Pick<LoadedVersionOptions, "config" | "pool" | "clock">;

/** Version 1 of a model, by default without labels and cache. */
export function loadedVersion(options: Needed & Partial<LoadedVersionOptions>): LoadedVersion {
  return new LoadedVersion({
    version: "1",
    loadId: "load",
    loadSeconds: 0,
    labels: new Map(),
    cache: undefined,
    observation: { current: undefined, ended: undefined },
    feed: new BatchFeed(),
    engineStartedAt: 0,
    turn: new TurnBudget(options.clock),
    resize: async () => {},
    ...options,
  });
}
