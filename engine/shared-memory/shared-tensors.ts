import { StatusError } from "../../base/status-error.ts";
import type { ByteBudget } from "../protocol/byte-budget.ts";
import type {
  InferRequest,
  InferResponse,
  OutputTensor,
  SharedMemoryRegion,
  SharedMemorySpan,
} from "../types.ts";
import type { RegionFile } from "./region-file.ts";

/** A registered region. */
export interface Region extends SharedMemoryRegion {
  readonly file: RegionFile;
  /** Active requests that use it. */
  users: number;
  /** Unregister once no request uses it. */
  leaving: boolean;
}

interface Regions {
  /** NOT_FOUND for an unknown name. */
  find(name: string): Region;
  release(region: Region): void;
}

interface Target {
  readonly region: Region;
  readonly span: SharedMemorySpan;
}

const NO_DATA = new Uint8Array(0);

export function usesSharedMemory({ inputs, outputs }: InferRequest): boolean {
  for (const { sharedMemory } of inputs) if (sharedMemory !== undefined) return true;
  for (const { sharedMemory } of outputs) if (sharedMemory !== undefined) return true;
  return false;
}

/** A request's tensors in regions, which stay registered until they are released. */
export class SharedTensors {
  /** The request with its inputs' data, once opened. */
  request: InferRequest;
  readonly #regions: Regions;
  readonly #budget: ByteBudget;
  readonly #used: Region[] = [];
  /** Where to write outputs, by name. */
  readonly #targets = new Map<string, Target>();
  #inputBytes = 0;

  constructor(request: InferRequest, regions: Regions, budget: ByteBudget) {
    this.request = request;
    this.#regions = regions;
    this.#budget = budget;
  }

  /**
   * Looks up the regions and copies the inputs, so that later writes by the client don't change a
   * checked tensor. Errors have Triton's messages.
   */
  open(): void {
    const { inputs, outputs } = this.request;
    const sources = inputs.map(({ sharedMemory }) => sharedMemory && this.#use(sharedMemory));
    for (const { name, sharedMemory: span } of outputs) {
      if (span !== undefined) this.#targets.set(name, { region: this.#use(span), span });
    }
    this.request = {
      ...this.request,
      inputs: inputs.map(({ sharedMemory: span, ...input }, i) => {
        const region = sources[i];
        if (span === undefined || region === undefined) return input;
        const bytes = this.#read(region, span);
        return { ...input, segments: [bytes], byteLength: bytes.byteLength };
      }),
    };
  }

  /** Writes outputs with a region and leaves their data out of the response. */
  place(response: InferResponse): InferResponse {
    for (const output of response.outputs) this.#checkTarget(output);
    const outputs = response.outputs.map((output): OutputTensor => {
      const target = this.#targets.get(output.name);
      if (target === undefined) return output;
      write(output, target);
      return { ...output, data: NO_DATA, inSharedMemory: true };
    });
    return { ...response, outputs };
  }

  release(): void {
    for (const region of this.#used) this.#regions.release(region);
    this.#budget.give(this.#inputBytes);
  }

  #use(span: SharedMemorySpan): Region {
    const region = this.#regions.find(span.region);
    if (span.offset >= region.byteSize) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `Invalid offset for shared memory region: '${span.region}'`,
      );
    }
    if (span.offset + span.byteSize > region.byteSize) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `Invalid offset + byte size for shared memory region: '${span.region}'`,
      );
    }
    region.users += 1;
    this.#used.push(region);
    return region;
  }

  #read(region: Region, { offset, byteSize }: SharedMemorySpan): Uint8Array {
    if (!this.#budget.take(byteSize)) {
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `inputs in shared memory of all requests under way have more than ${this.#budget.limit} bytes: send fewer or smaller ones at a time`,
      );
    }
    this.#inputBytes += byteSize;
    const bytes = region.file.read(region.offset + offset, byteSize);
    if (bytes.byteLength < byteSize) throw shortened(region);
    return bytes;
  }

  #checkTarget({ name, data }: OutputTensor): void {
    const target = this.#targets.get(name);
    if (target === undefined) return;
    const { region, span } = target;
    if (data.byteLength > span.byteSize) {
      throw new StatusError(
        "INTERNAL",
        `shared memory size specified with the request for output '${name}' (${span.byteSize} bytes) should be at least ${data.byteLength} bytes to hold the results`,
      );
    }
    // A write beyond the end would extend the file.
    if (region.offset + span.offset + data.byteLength > region.file.size) throw shortened(region);
  }
}

function write({ name, data }: OutputTensor, { region, span }: Target): void {
  try {
    region.file.write(data, region.offset + span.offset);
  } catch (error) {
    // The object may not have memory for this range yet.
    throw new StatusError(
      "INTERNAL",
      `output '${name}' was not written to shared memory region '${region.name}': ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** Triton would access unmapped memory, and crash. */
function shortened({ name, key }: Region): StatusError {
  return new StatusError(
    "FAILED_PRECONDITION",
    `shared memory region '${name}' ('${key}') is shorter than it was when it was registered: register it again`,
  );
}
