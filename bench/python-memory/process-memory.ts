import { readdirSync, readFileSync } from "node:fs";

/** What a process holds, by /proc. */
export interface ProcessMemory {
  /** In MB. */
  readonly anonymous: number;
  /** In MB: pages of shared memory that it has mapped. */
  readonly shared: number;
  /** Files, sockets and pipes that it has open. */
  readonly descriptors: number;
}

export function readProcess(pid: number): ProcessMemory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
  return {
    anonymous: megabytes("RssAnon"),
    shared: megabytes("RssShmem"),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** The process ids of all that it started, directly or not. */
export function findDescendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const parent = readParent(name);
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const children = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child);
  return children.flatMap((child) => [child, ...findDescendants(child)]);
}

/** Undefined for a process that has ended. */
function readParent(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

/** Names in /dev/shm, of any program. */
export const listSegments = (): string[] => readdirSync("/dev/shm");
