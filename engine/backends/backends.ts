import type { ModelConfig } from "../config/types.ts";
import { backendMissing } from "../config/validation/unsupported.ts";
import { StatusError } from "../../base/status-error.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import type { Backend, BackendServices } from "./backend.ts";
import { identityBackend } from "./identity/identity.ts";
import { onnxruntimeBackend } from "./onnxruntime/onnxruntime.ts";
import { Interpreters } from "./python/interpreter.ts";
import { pythonBackend } from "./python/python.ts";
import { ReadyInstances } from "./python/readiness.ts";
import type { PythonSettings } from "./python/settings.ts";
import { repeatBackend } from "./repeat/repeat.ts";

/** The backends of one engine. */
export class Backends {
  readonly #backends: readonly Backend[];
  readonly #interpreters: Interpreters;
  readonly #ready = new ReadyInstances();

  constructor(services: BackendServices, python: PythonSettings) {
    const clock: EngineClock = services.clock;
    this.#interpreters = new Interpreters(python);
    this.#backends = [
      onnxruntimeBackend,
      identityBackend(clock),
      repeatBackend(clock),
      pythonBackend(services, python, { interpreters: this.#interpreters, ready: this.#ready }),
    ];
  }

  /**
   * Whether the backend uses no GPU; such a backend can't check whether KIND_GPU has a device
   * (BACKEND-8).
   */
  usesNoGpu({ backend: name }: ModelConfig): boolean {
    return this.#backends.some((known) => known.name === name && known.gpus === undefined);
  }

  /**
   * The backend that a configuration names. Throws INVALID_ARGUMENT with Triton's message and the
   * known backends.
   */
  find({ backend: name, platform }: ModelConfig): Backend {
    const backend = this.#backends.find((candidate) => candidate.name === name);
    if (backend !== undefined) return backend;
    const names = this.#backends.map((known) => known.name);
    throw new StatusError("INVALID_ARGUMENT", backendMissing(name || platform, names));
  }

  /** Whether all instances of a loaded version report ready; most backends have no such check. */
  checkReady(model: string, version: string): Promise<boolean> {
    return this.#ready.check(model, version);
  }

  /** Removes the backends' files; no model is loaded any more. */
  close(): Promise<void> {
    return this.#interpreters.close();
  }
}
