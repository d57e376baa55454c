import { existsSync } from "node:fs";
import { Cancellation } from "../../base/cancellation.ts";
import { StatusError } from "../../base/status-error.ts";
import { ByteBudget } from "../protocol/byte-budget.ts";
import type {
  InferRequest,
  InferResponse,
  Respond,
  SharedMemoryRegion,
  SharedMemoryRegions,
} from "../types.ts";
import { shownName } from "../repository/model-name.ts";
import { RegionFile, SHARED_MEMORY_FOLDER } from "./region-file.ts";
import { type Region, SharedTensors, usesSharedMemory } from "./shared-tensors.ts";

/** Limit of regions; each keeps a file open. */
export const MAX_REGIONS = 1024;

/** Limit of a region's name and key, in characters. */
const MAX_TEXT_LENGTH = 1024;

/** Limit of input bytes that all active requests have read from regions. */
const MAX_INPUT_BYTES = 512 << 20;

/** mmap() requires offsets to be a multiple of this. */
const PAGE_BYTES = 4096;

/** Names with this prefix are those of Triton's own Python backend. */
const RESERVED_PREFIX = "triton_python_backend_shm_region_";

const DISABLED =
  "Client shared memory is disabled. Start the server with '--allow-client-shm=true' to enable.";

/** Clients' registered system shared memory, and requests with tensors in it (SHM-1 to SHM-14). */
export class SharedMemory implements SharedMemoryRegions {
  readonly allowed: boolean;
  readonly #folder: string;
  readonly #regions = new Map<string, Region>();
  readonly #inputs: ByteBudget;

  constructor(allowed: boolean, folder = SHARED_MEMORY_FOLDER, maxInputBytes = MAX_INPUT_BYTES) {
    this.allowed = allowed;
    this.#folder = folder;
    this.#inputs = new ByteBudget(maxInputBytes);
  }

  requireAllowed(): void {
    if (!this.allowed) throw new StatusError("UNIMPLEMENTED", DISABLED);
  }

  register({ name, key, offset, byteSize }: SharedMemoryRegion): void {
    this.requireAllowed();
    checkLength("name", name);
    checkLength("key", key);
    checkKey(name, key);
    if (this.#regions.has(name)) {
      throw new StatusError("ALREADY_EXISTS", `shared memory region '${name}' already in manager`);
    }
    this.#checkRoom(name);
    const file = RegionFile.open(this.#folder, key);
    try {
      checkSpan({ name, key, offset, byteSize }, file.size);
    } catch (error) {
      file.close();
      throw error;
    }
    this.#regions.set(name, { name, key, offset, byteSize, file, users: 0, leaving: false });
  }

  unregister(name: string): void {
    this.requireAllowed();
    if (name === "") for (const region of this.#regions.values()) this.#remove(region);
    const region = this.#regions.get(name);
    if (region !== undefined) this.#remove(region);
  }

  status(name: string): SharedMemoryRegion[] {
    const named = this.#regions.get(name);
    if (name !== "" && named === undefined) {
      throw new StatusError(
        "NOT_FOUND",
        `Unable to find system shared memory region: '${shownName(name)}'`,
      );
    }
    const regions = name !== "" && named !== undefined ? [named] : [...this.#regions.values()];
    return regions.map(({ name, key, offset, byteSize }) => ({ name, key, offset, byteSize }));
  }

  /** Runs a request with inputs from regions, and writes outputs to the requested regions. */
  infer(
    request: InferRequest,
    run: (request: InferRequest) => Promise<InferResponse>,
  ): Promise<InferResponse> {
    if (!usesSharedMemory(request)) return run(request);
    return this.#with(request, async (tensors) => tensors.place(await run(tensors.request)));
  }

  /** The same for any number of responses, each of which replaces the previous one's tensors. */
  inferStream(
    request: InferRequest,
    respond: Respond,
    run: (request: InferRequest, respond: Respond) => Promise<void>,
  ): Promise<void> {
    if (!usesSharedMemory(request)) return run(request, respond);
    return this.#with(request, async (tensors) => {
      const ended = new Cancellation();
      const cancel = () => ended.abort();
      if (request.signal?.aborted) cancel();
      request.signal?.addEventListener("abort", cancel, { once: true });
      let failure: StatusError | undefined;
      const place: Respond = (response, final) => {
        if (failure !== undefined) return;
        try {
          respond(response && tensors.place(response), final);
        } catch (error) {
          failure = StatusError.from(error);
          cancel();
        }
      };
      const placed = run({ ...tensors.request, signal: ended }, place);
      try {
        await placed;
      } catch (error) {
        throw failure ?? error;
      } finally {
        request.signal?.removeEventListener("abort", cancel);
      }
      if (failure !== undefined) throw failure;
    });
  }

  close(): void {
    for (const region of this.#regions.values()) this.#remove(region);
  }

  async #with<T>(request: InferRequest, run: (tensors: SharedTensors) => Promise<T>): Promise<T> {
    this.requireAllowed();
    const tensors = new SharedTensors(
      request,
      {
        find: (name) => this.#find(name),
        release: (region) => this.#release(region),
      },
      this.#inputs,
    );
    try {
      tensors.open();
      return await run(tensors);
    } finally {
      tensors.release();
    }
  }

  #find(name: string): Region {
    const region = this.#regions.get(name);
    if (region !== undefined) return region;
    throw new StatusError(
      "NOT_FOUND",
      `Unable to find shared memory region: '${shownName(name)}'`,
      { details: { parameter: "shared_memory_region" } },
    );
  }

  #release(region: Region): void {
    region.users -= 1;
    if (region.leaving) this.#remove(region);
  }

  #remove(region: Region): void {
    if (region.users > 0) {
      region.leaving = true;
      return;
    }
    this.#regions.delete(region.name);
    region.file.close();
  }

  #checkRoom(name: string): void {
    if (!existsSync(this.#folder)) {
      throw new StatusError(
        "UNIMPLEMENTED",
        `failed to register shared memory region '${name}': system shared memory needs ${this.#folder}, which this system (${process.platform}) does not have. Send the data in the request`,
      );
    }
    if (this.#regions.size >= MAX_REGIONS) {
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `failed to register shared memory region '${name}': ${MAX_REGIONS} regions are registered, the most there may be. Unregister those that are no longer used`,
      );
    }
  }
}

function checkLength(field: "name" | "key", text: string): void {
  if (text.length <= MAX_TEXT_LENGTH) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `failed to register shared memory region: its ${field} has ${text.length} characters, at most ${MAX_TEXT_LENGTH} are allowed`,
  );
}

function checkKey(name: string, key: string): void {
  const stripped = key.replace(/^\/+/, "");
  if (stripped === "") {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `cannot register shared memory region '${name}' - invalid shm key '${key}'`,
    );
  }
  if (stripped.startsWith(RESERVED_PREFIX)) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `cannot register shared memory region '${name}' with key '${key}' as the key contains the reserved prefix '${RESERVED_PREFIX}'`,
    );
  }
}

function checkSpan({ name, offset, byteSize }: SharedMemoryRegion, fileBytes: number): void {
  const failed = (reason: string) =>
    new StatusError(
      "INVALID_ARGUMENT",
      `failed to register shared memory region '${name}': ${reason}`,
    );
  if (offset + byteSize > fileBytes) throw failed("invalid args");
  // mmap()'s requirements, with its error.
  if (byteSize === 0 || offset % PAGE_BYTES !== 0) {
    throw failed("unable to process address spaceInvalid argument");
  }
}
