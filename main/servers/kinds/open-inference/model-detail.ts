import { z } from "zod";
import { inference } from "../../../../assets/proto/index.ts";
import { StatusError } from "../../../../base/status-error.ts";
import type { ModelDetail } from "../../../contract/index.ts";
import { fetchAdmitted } from "../probe/index.ts";
import type { Reach } from "../kind.ts";
import { optional, optionalEntries } from "../lenient.ts";
import { SERVICE } from "./introduction.ts";

const number = z.coerce.number();
const tensors = optionalEntries(
  z.object({ name: z.string(), datatype: z.string(), shape: z.array(number) }),
);

const metadata = z.object({
  versions: optionalEntries(z.union([z.string(), z.number()]).transform(String)),
  platform: optional(z.string()),
  inputs: tensors,
  outputs: tensors,
});

/** A model's inputs and outputs over HTTP or else gRPC. NOT_FOUND, in the server's words, for an unknown model. */
export async function modelDetail(
  reach: Reach,
  serverId: string,
  model: string,
  signal?: AbortSignal,
): Promise<ModelDetail> {
  const parsed = metadata.parse(
    reach.http
      ? await overHttp(reach.http, model, signal)
      : await overGrpc(reach.grpc, model, signal),
  );
  return {
    serverId,
    name: model,
    versions: parsed.versions.map((version) => ({ version, state: "READY", reason: null })),
    ready: true,
    reason: null,
    platform: parsed.platform ?? "",
    inputs: parsed.inputs,
    outputs: parsed.outputs,
    config: null,
    instances: [],
  };
}

async function overHttp(
  http: NonNullable<Reach["http"]>,
  model: string,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const path = `/v2/models/${encodeURIComponent(model)}`;
  const { status, json } = await fetchAdmitted(http, path, signal);
  const said = z.object({ error: z.string() }).safeParse(json).data?.error;
  if (status === 404 || status === 400)
    throw new StatusError("NOT_FOUND", said ?? `The server has no model '${model}'.`);
  if (status !== 200 || !metadata.safeParse(json).success)
    throw new StatusError(
      "UNAVAILABLE",
      said ?? `${http.url}${path} answers with status ${status} and no metadata of a model.`,
    );
  return json;
}

async function overGrpc(
  grpc: Reach["grpc"],
  name: string,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (!grpc)
    throw new StatusError("FAILED_PRECONDITION", "Neither an HTTP nor a gRPC address is given.");
  const { ModelMetadataRequest, ModelMetadataResponse } = inference;
  return grpc.call(
    {
      path: `${SERVICE}/ModelMetadata`,
      request: ModelMetadataRequest,
      response: ModelMetadataResponse,
    },
    { name },
    { signal },
  );
}
