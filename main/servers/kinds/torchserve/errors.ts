import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import type { HttpResponse } from "../probe/index.ts";

/** pytorch/serve, frontend/server/…/http/ErrorResponse.java */
const refusal = z.object({ code: z.number(), type: z.string(), message: z.string() });

export const GIVE_MANAGEMENT_ADDRESS =
  "this is TorchServe's inference address; the connection's HTTP address has to be its management address, port 8081 unless configured otherwise";

const GIVE_TOKEN =
  "TorchServe needs the management key as the connection's bearer token; it is in key_file.json in the folder that the server was started in, and expires (after 60 minutes, unless configured otherwise). --disable-token-auth turns this off";

/** TorchServe's own error; null if the response is not one. */
export function parseRefusal({ json }: Pick<HttpResponse, "json">): z.infer<typeof refusal> | null {
  return refusal.safeParse(json).data ?? null;
}

/** A wrong or missing key gives a 400 of this type. */
export function isWrongKey(answer: Pick<HttpResponse, "json">): boolean {
  return parseRefusal(answer)?.type === "InvalidKeyException";
}

/** Registering and unregistering are disabled by default. */
export function isMethodNotAllowed(answer: Pick<HttpResponse, "json">): boolean {
  return parseRefusal(answer)?.type === "MethodNotAllowedException";
}

/** Its inference address has no list of models. */
export function isInferenceAddress(answer: Pick<HttpResponse, "json">): boolean {
  return parseRefusal(answer)?.type === "ResourceNotFoundException";
}

/** The error for a rejected call. `doing`: e.g. "scale 'resnet'". */
export function refused(
  { url }: Pick<ServerHttp, "url">,
  doing: string,
  answer: Pick<HttpResponse, "json" | "status">,
): StatusError {
  const said = parseRefusal(answer);
  const words = `${url} does not ${doing}`;
  if (isWrongKey(answer) || answer.status === 401)
    return new StatusError("UNAUTHENTICATED", `${words}: ${GIVE_TOKEN}.`);
  if (isInferenceAddress(answer))
    return new StatusError("FAILED_PRECONDITION", `${words}: ${GIVE_MANAGEMENT_ADDRESS}.`);
  const reason = said ? said.message.replace(/\.$/, "") : `it answers with status ${answer.status}`;
  return new StatusError(toStatusCode(answer.status), `${words}: ${reason}.`, {
    details: { http: answer.status },
  });
}

function toStatusCode(status: number) {
  if (status === 403) return "PERMISSION_DENIED";
  if (status === 404) return "NOT_FOUND";
  if (status === 409) return "ALREADY_EXISTS";
  if (status === 405) return "UNIMPLEMENTED";
  if (status === 503 || status === 507) return "RESOURCE_EXHAUSTED";
  if (status >= 500) return "INTERNAL";
  return status >= 400 ? "INVALID_ARGUMENT" : "FAILED_PRECONDITION";
}
