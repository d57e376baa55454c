import type { Server } from "node:http";

/** Listens on 127.0.0.1; resolves with the port, rejects with Node's error (EADDRINUSE: the port is taken). */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

const ATTEMPTS = 20;

/** Listens on `first`, or on the next free port of the 19 above it. Throws a sentence when none is free. */
export async function listenOnFree(server: Server, first: number): Promise<number> {
  for (let port = first; port < first + ATTEMPTS; port++) {
    try {
      return await listen(server, port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
  throw new Error(
    `Ports ${first} to ${first + ATTEMPTS - 1} are all taken; name a free one with --port.`,
  );
}
