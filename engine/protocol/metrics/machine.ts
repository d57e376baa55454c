import { type CpuInfo, cpus, freemem, totalmem } from "node:os";

export interface MachineMetrics {
  /** Share of all cores' time spent working since the last reading, 0 to 1. */
  readonly cpuUtilization: number;
  readonly memoryTotalBytes: number;
  readonly memoryUsedBytes: number;
}

/** Readings of the operating system; replaced in tests. */
export interface Machine {
  cpus(): Pick<CpuInfo, "times">[];
  totalmem(): number;
  freemem(): number;
}

/** Reads the machine's load; the first reading covers the time since creation. */
export function machineReader(
  machine: Machine = { cpus, totalmem, freemem },
): () => MachineMetrics {
  let last = cpuTime(machine);
  let cpuUtilization = 0;
  return () => {
    const now = cpuTime(machine);
    const total = now.total - last.total;
    if (total > 0) {
      cpuUtilization = 1 - (now.idle - last.idle) / total;
      last = now;
    }
    const memoryTotalBytes = machine.totalmem();
    const memoryUsedBytes = memoryTotalBytes - machine.freemem();
    return { cpuUtilization, memoryTotalBytes, memoryUsedBytes };
  };
}

function cpuTime(machine: Machine): { total: number; idle: number } {
  let total = 0;
  let idle = 0;
  for (const { times } of machine.cpus()) {
    total += times.user + times.nice + times.sys + times.idle + times.irq;
    idle += times.idle;
  }
  return { total, idle };
}
