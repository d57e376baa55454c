import { z } from "zod";
import { StatusError } from "../../../../../base/status-error.ts";
import type { TorchserveManaged } from "../../../../contract/index.ts";
import { isMethodNotAllowed, refused } from "../errors.ts";
import type { ServerHttp } from "../../../../wire/transport/index.ts";
import { describedModel } from "./model-description.ts";

/** Starting a worker loads the model in it. */
const WAIT_MS = 300_000;
const STILL_AT_IT =
  "It may still be working on it; nothing was sent twice, and the workers show the result.";

const words = z.object({ status: z.string() });

export interface ManagementCall {
  readonly method: "PUT" | "POST" | "DELETE";
  /** Segments after /models. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** Whether the response comes once everything is done. */
  readonly wait: boolean;
  /** For error messages, e.g. "scale 'resnet'". */
  readonly doing: string;
  /** The model to read back; null: its name is in the response. */
  readonly model: string | null;
}

/** Sends it once; throws TorchServe's rejection in its own words. */
export async function manage(
  http: ServerHttp,
  { method, path, query = {}, wait, doing, model }: ManagementCall,
  signal?: AbortSignal,
): Promise<TorchserveManaged> {
  const segments = ["models", ...path].map(encodeURIComponent).join("/");
  const search = new URLSearchParams(query).toString();
  const { status, text } = await sent(() =>
    http.send(method, `/${segments}${search === "" ? "" : `?${search}`}`, null, {
      signal,
      ...(wait && { timeoutMs: WAIT_MS }),
    }),
  );
  const json = parseJson(text);
  if (status < 200 || status >= 300) {
    if (isMethodNotAllowed({ json })) throw notAllowed(http, doing);
    throw refused(http, doing, { status, json });
  }
  const said = words.safeParse(json).data?.status ?? `Status ${status}.`;
  const name = model ?? /^Model "(.+?)" /.exec(said)?.[1] ?? null;
  return {
    said,
    done: status === 200,
    now: name === null ? null : await readBack(http, name, signal),
  };
}

async function sent<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (thrown) {
    const error = StatusError.from(thrown);
    if (error.code !== "DEADLINE_EXCEEDED") throw error;
    throw new StatusError(error.code, `${error.message} ${STILL_AT_IT}`, {
      details: error.details,
    });
  }
}

/** The call succeeded: failing to read back is not its failure. */
async function readBack(http: ServerHttp, model: string, signal?: AbortSignal) {
  try {
    return await describedModel(http, model, signal);
  } catch {
    return null;
  }
}

function notAllowed({ url }: ServerHttp, doing: string): StatusError {
  return new StatusError(
    "UNIMPLEMENTED",
    `${url} does not ${doing}: TorchServe allows it only when started with --enable-model-api, or with model_api_enabled=true in config.properties.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
