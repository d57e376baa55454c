import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import type { Answer } from "../asking/index.ts";

/** pytorch/serve, frontend/server/…/http/ErrorResponse.java */
const refusal = z.object({ code: z.number(), type: z.string(), message: z.string() });

export const GIVE_MANAGEMENT_ADDRESS =
  "this is TorchServe's inference address; the connection's HTTP address has to be its management address, port 8081 unless configured otherwise";

const GIVE_TOKEN =
  "TorchServe needs the management key as the connection's bearer token; it is in key_file.json in the folder that the server was started in, and expires (after 60 minutes, unless configured otherwise). --disable-token-auth turns this off";

/** TorchServe's own error; null if the response is not one. */
export function refusalOf({ json }: Pick<Answer, "json">): z.infer<typeof refusal> | null {
  return refusal.safeParse(json).data ?? null;
}

/** A wrong or missing key gives a 400 of this type. */
export function isWrongKey(answer: Pick<Answer, "json">): boolean {
  return refusalOf(answer)?.type === "InvalidKeyException";
}

/** Registering and unregistering are disabled by default. */
export function isMethodNotAllowed(answer: Pick<Answer, "json">): boolean {
  return refusalOf(answer)?.type === "MethodNotAllowedException";
}

/** Its inference address has no list of models. */
export function isInferenceAddress(answer: Pick<Answer, "json">): boolean {
  return refusalOf(answer)?.type === "ResourceNotFoundException";
}

/** The error for a rejected call. `doing`: e.g. "scale 'resnet'". */
export function refused(
  { url }: Pick<ServerHttp, "url">,
  doing: string,
  answer: Pick<Answer, "json" | "status">,
): StatusError {
  const said = refusalOf(answer);
  const words = `${url} does not ${doing}`;
  if (isWrongKey(answer) || answer.status === 401)
    return new StatusError("UNAUTHENTICATED", `${words}: ${GIVE_TOKEN}.`);
  if (isInferenceAddress(answer))
    return new StatusError("FAILED_PRECONDITION", `${words}: ${GIVE_MANAGEMENT_ADDRESS}.`);
  const reason = said ? said.message.replace(/\.$/, "") : `it answers with status ${answer.status}`;
  return new StatusError(codeOf(answer.status), `${words}: ${reason}.`, {
    details: { http: answer.status },
  });
}

function codeOf(status: number) {
  if (status === 403) return "PERMISSION_DENIED";
  if (status === 404) return "NOT_FOUND";
  if (status === 409) return "ALREADY_EXISTS";
  if (status === 405) return "UNIMPLEMENTED";
  if (status === 503 || status === 507) return "RESOURCE_EXHAUSTED";
  if (status >= 500) return "INTERNAL";
  return status >= 400 ? "INVALID_ARGUMENT" : "FAILED_PRECONDITION";
}
