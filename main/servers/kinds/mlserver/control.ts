import { z } from "zod";
import { StatusError } from "../../../../engine/protocol/status.ts";
import { admitted } from "../asking/index.ts";
import type { ModelControl, Reach } from "../kind.ts";

/** A load may take as long as the model's file is large. */
const LOAD_TIMEOUT_MS = 10 * 60_000;

const refusal = z.object({ error: z.string().min(1) });

/** The repository extension, which MLServer always has, over HTTP: it answers when the model serves, or serves no more. */
export const control: ModelControl = {
  load: (reach, model, signal) => ask(reach, model, "load", signal),
  unload: (reach, model, signal) => ask(reach, model, "unload", signal),
};

/** Asked once. NOT_FOUND and FAILED_PRECONDITION in MLServer's words, INTERNAL where it says none. */
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
  const { status, json } = await admitted(http, path, signal, "POST", LOAD_TIMEOUT_MS);
  if (status === 200) return;
  const said = refusal.safeParse(json).data?.error;
  if (said === undefined)
    throw new StatusError(
      status === 404 ? "UNIMPLEMENTED" : "INTERNAL",
      status === 404
        ? `There is nothing at ${http.url}${path}: something between does not let the repository extension through.`
        : `MLServer could not ${what} '${model}' and answered with status ${status}; its log says why.`,
    );
  throw new StatusError(status === 404 ? "NOT_FOUND" : "FAILED_PRECONDITION", said);
}
