import net from "node:net";
import tls from "node:tls";
import { certificates } from "./certificates.ts";
import { startRecordedTriton } from "./recorded-triton.ts";

/**
 * A Triton with `--grpc-use-ssl-mutual`: without a trusted client certificate the TLS handshake completes, and the
 * connection is closed without an alert, as Triton 2.64 does.
 */
export async function startMutualTriton({
  trusts = "ca",
}: {
  readonly trusts?: "ca" | "otherCa";
} = {}): Promise<AsyncDisposable & { readonly address: string }> {
  const triton = await startRecordedTriton();
  const [host = "", port] = triton.address.split(":");
  const server = tls.createServer({
    key: certificates.serverKey,
    cert: certificates.server,
    ca: certificates[trusts],
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ["h2"],
  });
  const sockets = new Set<net.Socket>();
  server.on("secureConnection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    if (!socket.authorized) return void socket.destroy();
    const plain = net.connect(Number(port), host);
    plain.on("error", () => socket.destroy());
    socket.once("close", () => plain.destroy());
    socket.pipe(plain).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await triton[Symbol.asyncDispose]();
    },
  };
}
