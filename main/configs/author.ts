import os from "node:os";

/** Who works at this console: the system's user and machine. */
export function author(): string {
  const machine = os.hostname();
  try {
    return `${os.userInfo().username}@${machine}`;
  } catch {
    // A user without an entry in the system's list, as in some containers.
    return machine;
  }
}
