import { StatusError } from "../../../engine/protocol/status.ts";
import { generatedBytes, generatedRequests } from "./generated.ts";
import { checkRequestBytes } from "./plan-inputs.ts";
import type { PreparedRequests, RequestSet } from "./request-set.ts";

/**
 * Reads or draws the requests of a set. INVALID_ARGUMENT names the file, the place in it and the input at fault;
 * NOT_FOUND and PERMISSION_DENIED a file that cannot be read.
 */
export async function prepareRequests(set: RequestSet): Promise<PreparedRequests> {
  const { source, inputs, distinctInputs } = set;
  if (source.kind === "generated") {
    checkRequestBytes(distinctInputs, generatedBytes(inputs, source));
    return generatedRequests(set, source);
  }
  throw new StatusError("UNIMPLEMENTED", `inputs of kind '${source.kind}' cannot be read yet.`);
}
