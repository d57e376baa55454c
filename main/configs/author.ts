import os from "node:os";

/** The user and machine of this console. */
export function author(): string {
  const machine = os.hostname();
  try {
    return `${os.userInfo().username}@${machine}`;
  } catch {
    // The user has no entry in the system's list, as in some containers.
    return machine;
  }
}
