import { StatusError } from "../../base/status-error.ts";
import type { ServerAdapter } from "../servers/index.ts";

/** No model is called so; unloading what is not there changes nothing in any control mode. */
const NO_MODEL = "batchdeck-asks-for-the-control-mode";

/**
 * The server's words where it takes no loads by call (control modes none and poll); null where it does. No server
 * reports its control mode, so that it is asked to unload a model that it does not have.
 */
export async function loadRefusal(
  server: Pick<ServerAdapter, "unload">,
  signal?: AbortSignal,
): Promise<string | null> {
  try {
    await server.unload(NO_MODEL, signal);
    return null;
  } catch (thrown) {
    const error = StatusError.from(thrown);
    if (/is not allowed/.test(error.message) || error.code === "UNIMPLEMENTED")
      return error.message;
    throw error;
  }
}
