import { StatusError } from "../../../../base/status-error.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import { type HttpResponse, fetchAnswer, type Probe } from "../probe/index.ts";
import type { Reach } from "../kind.ts";
import { type ListedModel, modelList } from "./model-list.ts";

const PATH = "/v1/models";

/** Whether `GET /v1/models` lists a model whose `owned_by` is `owner`; null where it doesn't. */
export function isOwner(http: ServerHttp | null, owner: string, probe: Probe) {
  return probe.get(http, PATH, (answer) =>
    modelsIn(answer)?.some(({ owned_by }) => owned_by === owner) ? true : null,
  );
}

/** The listed models; null for another answer. */
export function modelsIn({ status, json }: HttpResponse): readonly ListedModel[] | null {
  if (status !== 200) return null;
  const list = modelList.safeParse(json).data;
  return list && (list.data.length > 0 || list.object === "list") ? list.data : null;
}

/** FAILED_PRECONDITION without an HTTP address. */
export function requireHttp({ http }: Reach, name: string): ServerHttp {
  if (http) return http;
  throw new StatusError("FAILED_PRECONDITION", `The connection has no HTTP address for ${name}.`);
}

/** UNAUTHENTICATED if it requires a key, UNAVAILABLE for any response but a list. */
export async function listModels(
  http: ServerHttp,
  name: string,
  signal: AbortSignal | undefined,
): Promise<readonly ListedModel[]> {
  const answer = await fetchAnswer(http, PATH, signal);
  const models = modelsIn(answer);
  if (models) return models;
  if (answer.status === 401)
    throw new StatusError(
      "UNAUTHENTICATED",
      `${http.url}${PATH} answers with status 401: give the connection the server's API key as its bearer token.`,
    );
  throw new StatusError(
    "UNAVAILABLE",
    `${name} does not list its models: ${http.url}${PATH} answers with status ${answer.status} and no list of models.`,
  );
}
