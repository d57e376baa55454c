import { StatusError } from "../../base/status-error.ts";
import type { ServerAdapter } from "../servers/index.ts";

/** No model is called so; unloading what is not there changes nothing in any control mode. */
const NO_MODEL = "batchdeck-asks-for-the-control-mode";

export interface LoadRefusal {
  /** The server's words. */
  readonly message: string;
  /** Whether it says that it may be polling its repository. */
  readonly polls: boolean;
}

/**
 * Why the server takes no loads by call (control modes none and poll); null where it does. No server
 * reports its control mode, so that it is asked to unload a model that it does not have.
 */
export async function loadRefusal(
  server: Pick<ServerAdapter, "unload">,
  signal?: AbortSignal,
): Promise<LoadRefusal | null> {
  try {
    await server.unload(NO_MODEL, signal);
    return null;
  } catch (thrown) {
    const { code, message, details } = StatusError.from(thrown);
    if (details.modelControl === undefined && code !== "UNIMPLEMENTED") throw thrown;
    return { message, polls: details.modelControl === "poll" };
  }
}
