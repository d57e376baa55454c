import fs from "node:fs";
import type { Socket } from "node:net";

/**
 * Whether a loopback connection comes from a program of another user on this machine. Linux lists
 * the user of every socket in /proc/net; false if unknown.
 */
export function isOtherUser(
  { remoteAddress = "", remotePort = 0 }: Pick<Socket, "remoteAddress" | "remotePort">,
  read: (file: string) => string = (file) => fs.readFileSync(file, "utf8"),
  own = process.getuid?.(),
): boolean {
  if (own === undefined) return false;
  const local = endpointKey(remoteAddress.replace(/^::ffff:/, ""), remotePort);
  for (const file of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const user = userIn(
      tryRead(() => read(file)),
      local,
    );
    if (user !== undefined) return user !== own;
  }
  return false;
}

/** Columns of a line: number, local address, remote address, state, queues, timer, retransmits, user. */
const USER_COLUMN = 7;

function userIn(table: string, local: string): number | undefined {
  for (const line of table.split("\n").slice(1)) {
    const columns = line.trim().split(/\s+/);
    // In tcp6 an IPv4 address is the last of four words.
    if (columns[1]?.endsWith(local)) return Number(columns[USER_COLUMN]);
  }
  return undefined;
}

/**
 * The form of /proc/net/tcp: the address as a hexadecimal number in the machine's byte order, here
 * little-endian, then the port.
 */
function endpointKey(address: string, port: number): string {
  const bytes = address.split(".").map(Number).reverse();
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex}:${port.toString(16).padStart(4, "0")}`.toUpperCase();
}

function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
