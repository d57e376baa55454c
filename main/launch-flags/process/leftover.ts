import fs from "node:fs";

/** Identifies a process also after its number was given to another one. */
export interface ProcessMark {
  readonly pid: number;
  /** When it was started, in ticks since the machine's start; "" where the system doesn't show it. */
  readonly started: string;
}

export function markProcess(pid: number): ProcessMark {
  return { pid, started: startOf(pid) };
}

/**
 * Ends a server that an earlier console left running when it was killed, with its process group. Null: it has ended already.
 * Otherwise whether it could be ended; on systems that don't show when a process started it is left alone.
 */
export function endLeftover({ pid, started }: ProcessMark): boolean | null {
  if (started === "") return isRunning(pid) ? false : null;
  if (startOf(pid) !== started) return null;
  try {
    process.kill(-pid, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

/** Field 22 of /proc/PID/stat (proc_pid_stat(5)); the second one, in parentheses, may hold spaces. */
function startOf(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state] = fields;
    return state === "Z" ? "" : (fields[19] ?? "");
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
