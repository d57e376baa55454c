import { createServer } from "node:net";

/**
 * Below the ports that Linux, macOS and Windows give to outgoing connections (32768, 49152 and 49152 on), so that none of those takes
 * it a moment later.
 */
const LOWEST = 20_000;
const HIGHEST = 31_999;
const MAX_TRIES = 100;

/** A TCP port of loopback that is free now; chosen at random, so that programs which look at the same time rarely choose the same one. */
export async function freePort(random: () => number = Math.random): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = LOWEST + Math.floor(random() * (HIGHEST - LOWEST + 1));
    try {
      return await listenOnce(port);
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
    }
  }
}

function listenOnce(port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once("error", reject);
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)));
  return promise;
}
