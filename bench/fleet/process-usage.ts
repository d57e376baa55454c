import fs from "node:fs";

/** Unit of CPU time in Linux's /proc. */
const TICKS_PER_SECOND = 100;

export interface ProcessUsage {
  /** s */
  readonly cpu: number;
  readonly residentMb: number;
}

/** A process's CPU time since its start, and its current memory, as Linux reports them. */
export function readUsage(pid: number): ProcessUsage {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  // After the name, which may contain spaces: the state, then eleven fields before utime and stime.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    residentMb: (Number(resident?.[1]) * 1024) / 1e6,
  };
}
