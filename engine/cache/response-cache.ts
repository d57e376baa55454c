import type { CacheTelemetry, OutputTensor } from "../types.ts";

/** Bytes an entry costs beside its tensors: keys, shapes, links. */
const ENTRY_OVERHEAD = 512;

/** Names a request: `text` says all but the tensors' bytes, `hash` stands for those. */
export interface CacheKey {
  readonly text: string;
  readonly hash: bigint;
  /** The inputs' bytes; a hit is verified against them. */
  readonly segments: readonly Uint8Array[];
  readonly byteLength: number;
}

interface Entry {
  readonly input: Uint8Array;
  readonly outputs: readonly OutputTensor[];
  readonly bytes: number;
}

/** Responses within a byte budget, the least recently used leave first; shared by all models (rules K1 to K6). */
export class ResponseCache {
  readonly #capacity: number;
  readonly #now: () => number;
  /** A Map keeps insertion order: a hit moves its entry to the end, so the first is the least recently used. */
  readonly #entries = new Map<string, Entry>();
  #used = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;
  #lookupNs = 0;
  #insertionNs = 0;

  constructor(capacityBytes: number, now: () => number) {
    this.#capacity = capacityBytes;
    this.#now = now;
  }

  lookup(key: CacheKey): readonly OutputTensor[] | undefined {
    const start = this.#now();
    const name = entryName(key);
    const entry = this.#entries.get(name);
    const hit = entry !== undefined && sameBytes(entry.input, key);
    if (hit) {
      this.#entries.delete(name);
      this.#entries.set(name, entry);
      this.#hits += 1;
    } else this.#misses += 1;
    this.#lookupNs += this.#now() - start;
    return hit ? entry.outputs : undefined;
  }

  /** Keeps copies. What is larger than the whole cache is not kept, nor what is there already. */
  insert(key: CacheKey, outputs: readonly OutputTensor[]): void {
    const start = this.#now();
    const name = entryName(key);
    const outputBytes = outputs.reduce((sum, { data }) => sum + data.byteLength, 0);
    const bytes = ENTRY_OVERHEAD + 2 * name.length + key.byteLength + outputBytes;
    if (bytes <= this.#capacity && !this.#entries.has(name)) {
      this.#makeRoom(bytes);
      this.#entries.set(name, {
        input: joined(key),
        outputs: outputs.map((output) => ({ ...output, data: output.data.slice() })),
        bytes,
      });
      this.#used += bytes;
    }
    this.#insertionNs += this.#now() - start;
  }

  telemetry(): CacheTelemetry {
    return {
      capacityBytes: this.#capacity,
      usedBytes: this.#used,
      entries: this.#entries.size,
      lookups: this.#hits + this.#misses,
      hits: this.#hits,
      misses: this.#misses,
      evictions: this.#evictions,
      lookupNs: this.#lookupNs,
      insertionNs: this.#insertionNs,
    };
  }

  #makeRoom(bytes: number): void {
    for (const [name, entry] of this.#entries) {
      if (this.#used + bytes <= this.#capacity) return;
      this.#entries.delete(name);
      this.#used -= entry.bytes;
      this.#evictions += 1;
    }
  }
}

const entryName = ({ text, hash }: CacheKey): string => `${text}#${hash.toString(36)}`;

function joined({ segments, byteLength }: CacheKey): Uint8Array {
  const input = new Uint8Array(byteLength);
  let at = 0;
  for (const segment of segments) {
    input.set(segment, at);
    at += segment.byteLength;
  }
  return input;
}

function sameBytes(input: Uint8Array, { segments, byteLength }: CacheKey): boolean {
  if (input.byteLength !== byteLength) return false;
  let at = 0;
  for (const segment of segments) {
    const end = at + segment.byteLength;
    if (Buffer.compare(input.subarray(at, end), segment) !== 0) return false;
    at = end;
  }
  return true;
}
