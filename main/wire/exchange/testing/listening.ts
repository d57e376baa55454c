import type net from "node:net";

export interface Listening extends AsyncDisposable {
  /** HOST:PORT. */
  readonly address: string;
  /** Of all connections, in their order. */
  readonly sockets: readonly net.Socket[];
}

/** Lets a server listen on loopback until it is disposed, which destroys its connections. */
export async function listening(server: net.Server): Promise<Listening> {
  const sockets: net.Socket[] = [];
  server.on("connection", (socket: net.Socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    sockets,
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
