import net from "node:net";
import tls from "node:tls";
import { secureOptions, type Target } from "../../wire/index.ts";

/** Opens a connection; `read` gets what arrives, to be read at once. Writes before it is open wait. */
export type OpenSocket = (read: (piece: Buffer) => void) => net.Socket;

/** Reading happens within the callback, so that all connections share one buffer. */
const shared = Buffer.allocUnsafeSlow(64 * 1024);

/** Connections to a target, encrypted if it says so; `protocol` is then what ALPN offers. */
export function socketsTo(
  { host, port, tls: material }: Target,
  protocol: "http/1.1" | "h2" = "http/1.1",
): OpenSocket {
  const options = (read: (piece: Buffer) => void) => ({
    host,
    port,
    noDelay: true,
    onread: {
      buffer: shared,
      callback: (size: number) => {
        read(shared.subarray(0, size));
        return true;
      },
    },
  });
  if (material === null) return (read) => net.connect(options(read));
  const secure = {
    // Servers that share an address choose their certificate by it. It can't be an IP address.
    ...(net.isIP(host) === 0 && { servername: host }),
    ...secureOptions(material),
    ALPNProtocols: [protocol],
  };
  return (read) => tls.connect({ ...options(read), ...secure });
}
