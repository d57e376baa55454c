import { StatusError } from "../../base/status-error.ts";
import type { ServerAdapter } from "../servers/index.ts";

/** No model has this name; unloading a missing model has no effect in any control mode. */
const NO_MODEL = "batchdeck-asks-for-the-control-mode";

export interface LoadRefusal {
  /** The server's message. */
  readonly message: string;
  /** Whether the server may be polling its repository. */
  readonly polls: boolean;
}

/**
 * Why the server accepts no load calls (control modes none and poll); null if it does. Since no server reports its control
 * mode, this unloads a model that doesn't exist.
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
