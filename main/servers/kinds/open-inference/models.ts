import { z } from "zod";
import { inference } from "../../../../assets/proto/index.ts";
import { StatusError } from "../../../../base/status-error.ts";
import type { ObservedModel } from "../../../contract/index.ts";
import { fetchAdmitted } from "../probe/index.ts";
import type { Reach } from "../kind.ts";
import { entries } from "../lenient.ts";
import { SERVICE } from "./introduction.ts";
import { groupVersions, repositoryIndex } from "./repository.ts";

const list = z.object({ models: entries(z.string()) });

/** Max models whose readiness is requested one by one. */
const MOST = 200;

/**
 * The models, from whichever list the server has: KServe's own `GET /v2/models`, or the repository extension. Null if
 * it has none, which the protocol allows, and the user listed none. Rejects if nothing responds.
 */
export async function listModels(
  { http, grpc, models: named = [] }: Reach,
  signal: AbortSignal | undefined,
): Promise<ObservedModel[] | null> {
  if (http) {
    const each = (names: readonly string[]) =>
      Promise.all(names.slice(0, MOST).map((name) => asked(http, name, signal)));
    const { status, json } = await fetchAdmitted(http, "/v2/models", signal);
    const { data } = list.safeParse(json);
    if (status === 200 && data) return each(data.models);
    const index = await repositoryIndex(http, signal);
    return index ?? (named.length > 0 ? each(named) : null);
  }
  return grpc ? indexOverGrpc(grpc, signal) : null;
}

async function asked(
  http: NonNullable<Reach["http"]>,
  name: string,
  signal: AbortSignal | undefined,
): Promise<ObservedModel> {
  const path = `/v2/models/${encodeURIComponent(name)}/ready`;
  const { status, json } = await fetchAdmitted(http, path, signal);
  const ready = z.object({ ready: z.boolean() }).safeParse(json).data?.ready ?? true;
  const error = z.object({ error: z.string() }).safeParse(json).data?.error;
  return {
    name,
    versions: [],
    state: status === 200 && ready ? "ready" : "unavailable",
    reason: error ?? null,
    facts: [],
  };
}

async function indexOverGrpc(
  grpc: NonNullable<Reach["grpc"]>,
  signal: AbortSignal | undefined,
): Promise<ObservedModel[] | null> {
  const { RepositoryIndexRequest, RepositoryIndexResponse } = inference;
  try {
    const { models } = await grpc.call(
      {
        path: `${SERVICE}/RepositoryIndex`,
        request: RepositoryIndexRequest,
        response: RepositoryIndexResponse,
      },
      {},
      { signal },
    );
    return groupVersions(
      models.map(({ name, version, state, reason }) => ({
        name: name ?? "",
        version: version ?? null,
        state: state ?? null,
        reason: reason ?? null,
      })),
    );
  } catch (thrown) {
    const error = StatusError.from(thrown);
    if (error.code === "UNIMPLEMENTED") return null;
    throw error;
  }
}
