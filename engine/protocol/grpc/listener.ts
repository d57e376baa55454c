import type { AddressInfo, Server, Socket } from "node:net";
import { StatusError } from "../../../base/status-error.ts";
import type { CallsUnderWay } from "./calls-under-way.ts";
import type { GrpcServer } from "./wire.ts";

/** While closing, a connection that sends none of its response for this long is cut off. */
const LINGER_MS = 1000;

export interface ListenerOptions {
  readonly server: Server;
  readonly address: { host: string; port: number };
  readonly calls: CallsUnderWay;
  /** Asks clients to start no new calls. */
  readonly goAway: () => void;
  /** Closes sessions that the sockets' end doesn't. */
  readonly shutdown?: () => void;
}

/** A gRPC server behind a listening socket. Rejects with UNAVAILABLE when it cannot listen. */
export async function listenGrpc(options: ListenerOptions): Promise<GrpcServer> {
  const { server, address, calls } = options;
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await listen(server, address);
  const cutOff = () => {
    options.shutdown?.();
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    async close(force) {
      force?.addEventListener("abort", cutOff, { once: true });
      // Ends when the last connection does.
      const closed = new Promise((resolve) => server.close(resolve));
      options.goAway();
      if (force?.aborted) cutOff();
      await Promise.race([closed, calls.ended()]);
      const written = new Map([...sockets].map((socket) => [socket, socket.bytesWritten]));
      const lingering = setInterval(() => {
        for (const socket of sockets) {
          if (socket.bytesWritten === written.get(socket)) socket.destroy();
          else written.set(socket, socket.bytesWritten);
        }
        if ([...sockets].every(({ destroyed }) => destroyed)) options.shutdown?.();
      }, LINGER_MS);
      await closed;
      clearInterval(lingering);
      force?.removeEventListener("abort", cutOff);
    },
  };
}

function listen(server: Server, address: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(new StatusError("UNAVAILABLE", error.message, { cause: error }));
    server.once("error", fail);
    server.listen(address, () => {
      server.off("error", fail);
      resolve();
    });
  });
}
