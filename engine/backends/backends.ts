import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../protocol/status.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { Backend } from "./backend.ts";
import { identityBackend } from "./identity/identity.ts";
import { onnxruntimeBackend } from "./onnxruntime/onnxruntime.ts";
import { repeatBackend } from "./repeat/repeat.ts";

/** The backend that a configuration names. Throws INVALID_ARGUMENT with Triton's sentence and what there is. */
export function backendOf({ backend: name, platform }: ModelConfig, clock: Clock): Backend {
  const backends = [onnxruntimeBackend, identityBackend(clock), repeatBackend(clock)];
  const backend = backends.find((candidate) => candidate.name === name);
  if (backend !== undefined) return backend;
  const names = new Intl.ListFormat("en").format(backends.map((known) => `'${known.name}'`));
  throw new StatusError(
    "INVALID_ARGUMENT",
    `unable to find backend library for backend '${name || platform}', try specifying runtime on the model configuration. This engine has the backends ${names}; for another, connect to a Triton server that has it.`,
  );
}
