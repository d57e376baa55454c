import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import { recogniseRefusal } from "../../../wire/transport/index.ts";
import { fetchAdmitted } from "../probe/index.ts";
import type { ModelControl, Reach } from "../kind.ts";

/** A load takes longer the larger the model's file is. */
const LOAD_TIMEOUT_MS = 10 * 60_000;

const refusal = z.object({ error: z.string().min(1) });

/**
 * The repository extension over HTTP, which MLServer always has: it responds once the model serves, or no longer
 * serves.
 */
export const control: ModelControl = {
  load: (reach, model, signal) => ask(reach, model, "load", signal),
  unload: (reach, model, signal) => ask(reach, model, "unload", signal),
};

/**
 * Sent once; a successful load or unload has an empty response (`mlserver/rest/endpoints.py`). NOT_FOUND and
 * FAILED_PRECONDITION in MLServer's words, INTERNAL without any, UNAVAILABLE if something else responds.
 */
async function ask(
  { http }: Reach,
  model: string,
  what: "load" | "unload",
  signal: AbortSignal | undefined,
): Promise<void> {
  if (http === null)
    throw new StatusError(
      "FAILED_PRECONDITION",
      "Models are loaded and unloaded over HTTP; give the connection MLServer's HTTP address.",
    );
  const path = `/v2/repository/models/${encodeURIComponent(model)}/${what}`;
  const { status, text, json } = await fetchAdmitted(http, path, signal, {
    method: "POST",
    timeoutMs: LOAD_TIMEOUT_MS,
  });
  if (status === 200 && text === "") return;
  const said = refusal.safeParse(json).data?.error;
  if (status === 200 || said === undefined)
    throw (
      recogniseRefusal(http, status) ?? wordless(`${http.url}${path}`, status, `${what} '${model}'`)
    );
  throw new StatusError(status === 404 ? "NOT_FOUND" : "FAILED_PRECONDITION", said);
}

function wordless(url: string, status: number, what: string): StatusError {
  if (status === 200)
    return new StatusError(
      "UNAVAILABLE",
      `${url} responds with HTTP 200 and a body that isn't MLServer's; there may be a gateway in front of it.`,
    );
  if (status === 404)
    return new StatusError(
      "UNIMPLEMENTED",
      `There is nothing at ${url}: a proxy in between blocks the repository extension.`,
    );
  return new StatusError(
    "INTERNAL",
    `MLServer could not ${what} and answered with status ${status}; its log says why.`,
  );
}
