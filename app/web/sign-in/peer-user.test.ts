import { once } from "node:events";
import net from "node:net";
import { expect, test } from "vitest";
import { isOtherUser } from "./peer-user.ts";

const HEADER = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid";
const line = (local: string, uid: number) =>
  `   0: ${local} 0100007F:1CE8 01 00000000:00000000 00:00000000 00000000  ${uid}        0 1`;
const peer = { remoteAddress: "127.0.0.1", remotePort: 0xc350 };

test.each([
  ["its own user", "0100007F:C350", 1000, false],
  ["another user", "0100007F:C350", 1001, true],
  ["an unknown socket", "0100007F:C351", 1001, false],
])("a connection of %s", (_, local, uid, other) => {
  const files: Record<string, string> = { "/proc/net/tcp": `${HEADER}\n${line(local, uid)}\n` };
  const read = (file: string) => files[file] ?? "";
  expect(isOtherUser(peer, read, 1000)).toBe(other);
});

test("a connection of a socket for both versions of IP", () => {
  const address = "0000000000000000FFFF00000100007F:C350";
  const read = (file: string) => (file.endsWith("tcp6") ? `${HEADER}\n${line(address, 1001)}` : "");
  expect(isOtherUser(peer, read, 1000)).toBe(true);
});

test("the user is unknown if the system lists no sockets", () => {
  const missing = () => {
    throw new Error("ENOENT");
  };
  expect(isOtherUser(peer, missing, 1000)).toBe(false);
});

test.runIf(process.platform === "linux")("a real connection is this user's", async () => {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  const client = net.connect(port, "127.0.0.1");
  const [accepted] = (await once(server, "connection")) as [net.Socket];
  expect(isOtherUser(accepted)).toBe(false);
  expect(isOtherUser(accepted, undefined, (process.getuid?.() ?? 0) + 1)).toBe(true);
  client.destroy();
  accepted.destroy();
  server.close();
});
