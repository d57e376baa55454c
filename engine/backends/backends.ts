import type { ModelConfig } from "../config/types.ts";
import { backendMissing } from "../config/validation/unsupported.ts";
import { StatusError } from "../../base/status-error.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import type { Backend } from "./backend.ts";
import { identityBackend } from "./identity/identity.ts";
import { onnxruntimeBackend } from "./onnxruntime/onnxruntime.ts";
import { repeatBackend } from "./repeat/repeat.ts";

const backendsWith = (clock: EngineClock): Backend[] => [
  onnxruntimeBackend,
  identityBackend(clock),
  repeatBackend(clock),
];

/** Whether the backend is one that uses no GPU: it can't know that there is none for KIND_GPU (rule BACKEND-8). */
export function usesNoGpu({ backend: name }: ModelConfig, clock: EngineClock): boolean {
  return backendsWith(clock).some((known) => known.name === name && known.gpus === undefined);
}

/** The backend that a configuration names. Throws INVALID_ARGUMENT with Triton's sentence and what there is. */
export function findBackend({ backend: name, platform }: ModelConfig, clock: EngineClock): Backend {
  const backends = backendsWith(clock);
  const backend = backends.find((candidate) => candidate.name === name);
  if (backend !== undefined) return backend;
  const names = backends.map((known) => known.name);
  throw new StatusError("INVALID_ARGUMENT", backendMissing(name || platform, names));
}
