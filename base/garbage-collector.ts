import v8 from "node:v8";
import vm from "node:vm";

export interface CollectOptions {
  /** `minor`: the young generation alone. */
  readonly type: "minor" | "major";
  /** `last-resort` also gives freed pages back to the system. */
  readonly flavor?: "regular" | "last-resort";
  readonly execution?: "sync";
}

export type CollectGarbage = (options: CollectOptions) => void;

/** V8's collector of the calling thread, as `--expose-gc` offers it; undefined in a runtime without one. */
export function garbageCollector(): CollectGarbage | undefined {
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = vm.runInNewContext("globalThis.gc");
  return typeof collect === "function" ? (collect as CollectGarbage) : undefined;
}

/**
 * Collects all of this thread's garbage and gives the freed pages back to the system; takes some 10 ms. V8 keeps what
 * loading has used for allocations that an idle thread doesn't make: 4 MB of an instance's thread, 15 MB of the serving thread.
 */
export function compactHeap(): void {
  garbageCollector()?.({ type: "major", flavor: "last-resort", execution: "sync" });
}
