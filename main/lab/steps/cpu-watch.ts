import fs from "node:fs";
import os from "node:os";

/** CPU time at one instant, s: of the whole machine, and of one process if available. */
export interface CpuReading {
  readonly busy: number;
  readonly all: number;
  readonly process: number | null;
}

/** `pid`: the server's process, if it is on this machine. */
export function readCpu(pid: number | null): CpuReading {
  let busy = 0;
  let all = 0;
  for (const { times } of os.cpus()) {
    const { user, nice, sys, irq, idle } = times;
    busy += (user + nice + sys + irq) / 1000;
    all += (user + nice + sys + irq + idle) / 1000;
  }
  return { busy, all, process: pid === null ? null : processSeconds(pid) };
}

/**
 * The share of the machine that neither the generator nor the server used, 0..1. `generatorSeconds` is its CPU time
 * over the same span. Null if the server's is unknown, or hardly any time passed.
 */
export function otherShare(
  before: CpuReading,
  after: CpuReading,
  generatorSeconds: number,
): number | null {
  if (before.process === null || after.process === null) return null;
  const all = after.all - before.all;
  if (all <= 0) return null;
  const known = generatorSeconds + after.process - before.process;
  return Math.min(1, Math.max(0, (after.busy - before.busy - known) / all));
}

/** The kernel's clock ticks, USER_HZ, which Linux fixes for programs. */
const TICKS_PER_SECOND = 100;

/** Linux reports it in /proc/PID/stat: fields 14 and 15, after the name in brackets. */
function processSeconds(pid: number): number | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks / TICKS_PER_SECOND : null;
  } catch {
    return null;
  }
}
