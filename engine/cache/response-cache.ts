import type { CacheTelemetry, OutputTensor } from "../types.ts";
import type { CacheKey } from "./cache-key.ts";
import { inputBytes, sameRequest, type StoredRequest, storeRequest } from "./same-request.ts";

/** Measured memory of V8 and the allocator for an entry and for each of its tensors, in addition to the bytes (rule CACHE-3). */
const ENTRY_BYTES = 700;
const INPUT_BYTES = 90;
const OUTPUT_BYTES = 210;

/** Size of a response in the budget (rule CACHE-3). */
export function entryBytes(inputs: number, outputs: number, tensorBytes: number): number {
  return ENTRY_BYTES + INPUT_BYTES * inputs + OUTPUT_BYTES * outputs + tensorBytes;
}

interface Entry {
  readonly hash: number;
  readonly stored: StoredRequest;
  readonly outputs: readonly OutputTensor[];
  readonly bytes: number;
  /** The next entry of the same hash. */
  chain: Entry | undefined;
  newer: Entry | undefined;
  older: Entry | undefined;
}

/** Responses within a byte budget, evicting the least recently used; shared by all models (rules CACHE-1 to CACHE-3). */
export class ResponseCache {
  readonly #capacity: number;
  readonly #byHash = new Map<number, Entry>();
  #newest: Entry | undefined;
  #oldest: Entry | undefined;
  #entries = 0;
  #used = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;
  #lookupNs = 0;
  #insertionNs = 0;

  constructor(capacityBytes: number) {
    this.#capacity = capacityBytes;
  }

  /** The stored outputs, not copied; they must not be modified. Counts nothing. */
  lookup(key: CacheKey): readonly OutputTensor[] | undefined {
    let entry = this.#byHash.get(key.hash);
    while (entry !== undefined && !sameRequest(entry.stored, key)) entry = entry.chain;
    if (entry === undefined) return undefined;
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#link(entry);
    }
    return entry.outputs;
  }

  countHit(lookupNs: number): void {
    this.#hits += 1;
    this.#lookupNs += lookupNs;
  }

  countMiss(lookupNs: number): void {
    this.#misses += 1;
    this.#lookupNs += lookupNs;
  }

  countInsertion(ns: number): void {
    this.#insertionNs += ns;
  }

  /** Stores copies. Ignores responses larger than the whole cache and those that are already stored. */
  insert(key: CacheKey, outputs: readonly OutputTensor[]): void {
    const inputLength = inputBytes(key.request);
    let length = inputLength;
    for (const { data } of outputs) length += data.byteLength;
    const bytes = entryBytes(key.request.inputs.length, outputs.length, length);
    if (bytes > this.#capacity || this.lookup(key) !== undefined) return;
    while (this.#used + bytes > this.#capacity && this.#oldest) {
      this.#remove(this.#oldest);
      this.#evictions += 1;
    }
    // One allocation, since small ones cost more than their content.
    const memory = new ArrayBuffer(length);
    let at = inputLength;
    const entry: Entry = {
      hash: key.hash,
      stored: storeRequest(key, new Uint8Array(memory, 0, inputLength)),
      outputs: outputs.map(({ name, datatype, shape, data }) => {
        const copy = new Uint8Array(memory, at, data.byteLength);
        copy.set(data);
        at += data.byteLength;
        return { name, datatype, shape: shape.slice(), data: copy };
      }),
      bytes,
      chain: this.#byHash.get(key.hash),
      newer: undefined,
      older: undefined,
    };
    this.#byHash.set(key.hash, entry);
    this.#link(entry);
    this.#entries += 1;
    this.#used += bytes;
  }

  /** Removes the entries of one load of a model version, which no request can hit any more. */
  forget(owner: string): void {
    for (let entry = this.#oldest; entry; ) {
      const { newer } = entry;
      if (entry.stored.owner === owner) this.#remove(entry);
      entry = newer;
    }
  }

  telemetry(): CacheTelemetry {
    return {
      capacityBytes: this.#capacity,
      usedBytes: this.#used,
      entries: this.#entries,
      lookups: this.#hits + this.#misses,
      hits: this.#hits,
      misses: this.#misses,
      evictions: this.#evictions,
      lookupNs: this.#lookupNs,
      insertionNs: this.#insertionNs,
    };
  }

  #remove(entry: Entry): void {
    this.#unlink(entry);
    const first = this.#byHash.get(entry.hash);
    if (first !== entry) {
      let before = first;
      while (before && before.chain !== entry) before = before.chain;
      if (before) before.chain = entry.chain;
    } else if (entry.chain) this.#byHash.set(entry.hash, entry.chain);
    else this.#byHash.delete(entry.hash);
    this.#entries -= 1;
    this.#used -= entry.bytes;
  }

  #link(entry: Entry): void {
    entry.newer = undefined;
    entry.older = this.#newest;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #unlink(entry: Entry): void {
    if (entry.newer) entry.newer.older = entry.older;
    else this.#newest = entry.older;
    if (entry.older) entry.older.newer = entry.newer;
    else this.#oldest = entry.newer;
  }
}
