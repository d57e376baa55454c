import type { ModelConfig } from "../config/types.ts";
import { unsupportedProblems } from "../config/validation/unsupported.ts";
import { StatusError } from "../../base/status-error.ts";

/** Throws UNIMPLEMENTED for configuration that this engine doesn't support (LOAD-13). */
export function refuseUnsupported(config: ModelConfig): void {
  const [found] = unsupportedProblems(config);
  if (found === undefined) return;
  throw new StatusError("UNIMPLEMENTED", found.message, { details: { field: found.path } });
}
