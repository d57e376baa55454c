import { StatusError } from "../../../base/status-error.ts";

/**
 * What a tritonserver answers to a load or unload by call unless its control mode is explicit
 * (core, src/model_repository_manager.cc, LoadUnloadModel); the code, UNAVAILABLE, alone doesn't say it.
 */
const NOT_ALLOWED = /explicit model load \/ unload is not allowed( if polling is enabled)?/;

/** The error of a load or unload; a rejection because of the control mode has `details.modelControl`. */
export async function withModelControl<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    const error = StatusError.from(thrown);
    const said = NOT_ALLOWED.exec(error.message);
    if (!said) throw error;
    const modelControl = said[1] ? "poll" : "none";
    throw new StatusError(error.code, error.message, {
      cause: error,
      details: { ...error.details, modelControl },
    });
  }
}
