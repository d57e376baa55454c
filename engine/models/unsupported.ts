import type { ModelConfig } from "../config/types.ts";
import { unsupportedProblems } from "../config/validation/unsupported.ts";
import { StatusError } from "../../base/status-error.ts";

/** Throws UNIMPLEMENTED for a configuration that asks for what this engine does not do (rule LOAD-13). */
export function refuseUnsupported(config: ModelConfig): void {
  const [found] = unsupportedProblems(config);
  if (found === undefined) return;
  throw new StatusError("UNIMPLEMENTED", found.message, { details: { field: found.path } });
}
