import { shownName } from "../repository/model-name.ts";
import type { SharedMemoryRegions } from "../types.ts";
import { StatusError } from "../../base/status-error.ts";

/** Answers for calls about GPU memory regions: none is registered, and none can be (SHM-15). */
export class CudaSharedMemory {
  readonly #system: SharedMemoryRegions;

  constructor(system: SharedMemoryRegions) {
    this.#system = system;
  }

  register(name: string): never {
    this.#system.requireAllowed();
    throw new StatusError(
      "INVALID_ARGUMENT",
      `failed to register CUDA shared memory region: '${shownName(name)}', GPUs not supported. Register system shared memory, or send the data in the request`,
    );
  }

  unregister(): void {
    this.#system.requireAllowed();
  }

  /** NOT_FOUND unless `name` is empty, which means all regions. */
  requireRegistered(name: string): void {
    if (name === "") return;
    const system = this.#system.status("").some((region) => region.name === name);
    throw new StatusError(
      "NOT_FOUND",
      system
        ? `The region named '${name}' is registered as system shared memory, not CUDA shared memory`
        : `Unable to find cuda shared memory region: '${shownName(name)}'`,
    );
  }
}
