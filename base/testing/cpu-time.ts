// CPU time of a process and of those that it started, as Linux counts it; elsewhere only the process's own.
import fs from "node:fs";
import { isMainThread } from "node:worker_threads";

const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly parent: number;
  /** Own, and that of its children that ended. */
  readonly seconds: number;
}

/** A process's line in /proc; its name may contain spaces and parentheses. */
export function readTimes(stat: string): ProcessTimes {
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((total, value) => total + value, 0);
  return { parent: fields[1] ?? 0, seconds: ticks / TICKS_PER_SECOND };
}

function times(pid: number | string): ProcessTimes | undefined {
  try {
    return readTimes(fs.readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined;
  }
}

/** CPU seconds of this process and its descendants; in a worker thread, the thread's. */
export function cpuSeconds(): number {
  if (!isMainThread) {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1e6;
  }
  const own = times(process.pid);
  if (!own) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  // Reading every process takes milliseconds.
  if (!process.getActiveResourcesInfo().includes("ProcessWrap")) return own.seconds;
  const all = new Map<number, ProcessTimes>();
  for (const name of fs.readdirSync("/proc")) {
    const found = /^\d+$/.test(name) ? times(name) : undefined;
    if (found) all.set(Number(name), found);
  }
  const descends = (pid: number): boolean =>
    pid === process.pid || (pid > 1 && descends(all.get(pid)?.parent ?? 0));
  return [...all].reduce((total, [pid, { seconds }]) => total + (descends(pid) ? seconds : 0), 0);
}

/** Returns a function that returns the CPU seconds since its previous call. */
export function cpuLaps(): () => number {
  let last = cpuSeconds();
  return () => {
    const now = cpuSeconds();
    const lap = now - last;
    last = now;
    return Math.max(0, lap);
  };
}
