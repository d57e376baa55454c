import type { Server } from "node:http";

/** The port given by the user, or the first one to try. */
export type PortChoice = { readonly exact: number } | { readonly from: number };

/**
 * Listens on 127.0.0.1 and resolves with the port. Throws a sentence if the given port is in use,
 * or if none of 20 ports is free.
 */
export async function listenOn(server: Server, choice: PortChoice): Promise<number> {
  if ("from" in choice) return await listenOnFree(server, choice.from);
  try {
    return await listen(server, choice.exact);
  } catch (error) {
    throw new Error(
      `Port ${choice.exact} cannot be used for the console: ${describeListenFailure(error)}. Name another with --port.`,
      { cause: error },
    );
  }
}

function listen(server: Server, port: number): Promise<number> {
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

async function listenOnFree(server: Server, first: number): Promise<number> {
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

function describeListenFailure(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return "another program has it";
  return code === "EACCES" ? "not allowed" : message;
}
