import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { DoubleAddress } from "./doubles.ts";

const PER_PROCESS = 50;
const SLOW_MS = 2000;
/** The port of the discard protocol, on which nothing listens. */
const DEAD: DoubleAddress = { grpc: "127.0.0.1:9", metrics: "127.0.0.1:9" };

export interface Doubles extends Disposable {
  readonly addresses: readonly DoubleAddress[];
}

/** Starts replicas with this many models each in separate processes: the first answers after 2 s, the last never. */
export async function startDoubles(replicas: number, models: number): Promise<Doubles> {
  const entry = new URL("doubles.ts", import.meta.url);
  const children: ChildProcess[] = [];
  const addresses: DoubleAddress[] = [];
  for (let left = replicas - 1; left > 0; left -= PER_PROCESS) {
    const slow = children.length === 0 ? SLOW_MS : 0;
    const child = fork(entry, [Math.min(left, PER_PROCESS), models, slow].map(String), {
      execArgv: [],
    });
    children.push(child);
    const [started] = (await once(child, "message")) as [DoubleAddress[]];
    addresses.push(...started);
  }
  return {
    addresses: [...addresses, DEAD],
    [Symbol.dispose]: () => {
      for (const child of children) child.kill();
    },
  };
}
