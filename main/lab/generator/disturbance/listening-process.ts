import fs from "node:fs";

const LISTEN = "0A";

/** The local process that listens on a TCP port; null if Linux does not report it, as for another user's processes. */
export function listeningProcess(port: number): number | null {
  const sockets = new Set(["tcp", "tcp6"].flatMap((file) => listeningSockets(file, port)));
  if (sockets.size === 0) return null;
  for (const name of attempt(() => fs.readdirSync("/proc")) ?? []) {
    if (!/^\d+$/.test(name)) continue;
    const directory = `/proc/${name}/fd`;
    for (const file of attempt(() => fs.readdirSync(directory)) ?? []) {
      const link = attempt(() => fs.readlinkSync(`${directory}/${file}`));
      if (link && sockets.has(link)) return Number(name);
    }
  }
  return null;
}

/** "socket:[INODE]" of each, from the lines of /proc/net/tcp. */
function listeningSockets(file: string, port: number): string[] {
  const text = attempt(() => fs.readFileSync(`/proc/net/${file}`, "utf8")) ?? "";
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  return text.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    return state === LISTEN && local.endsWith(`:${wanted}`) ? [`socket:[${inode}]`] : [];
  });
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
