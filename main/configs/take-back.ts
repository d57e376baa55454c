import { StatusError } from "../../base/status-error.ts";
import type { ModelDetail } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/index.ts";

/**
 * Called after a file couldn't be written: restores what the server served `before` (null if nothing). Resolves with
 * `error`, extended by a sentence about the outcome.
 */
export async function takeBack(
  server: ServerAdapter,
  model: string,
  before: ModelDetail["config"],
  error: StatusError,
): Promise<StatusError> {
  const outcome = await (before === null
    ? server.unload(model)
    : server.load(model, JSON.stringify(before))
  ).then(
    () =>
      before === null
        ? "The model is unloaded again, and the draft is kept."
        : "The model serves as before, and the draft is kept.",
    (again: unknown) =>
      `The draft is kept, but the model could not be taken back: ${StatusError.from(again).message}`,
  );
  return new StatusError(
    error.code,
    `The configuration serves but could not be saved: ${error.message} ${outcome}`,
    { cause: error, details: error.details },
  );
}
