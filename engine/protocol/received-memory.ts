import {
  type CollectGarbage,
  compactHeap,
  garbageCollector,
} from "../../base/garbage-collector.ts";

const COLLECT_AFTER_BYTES = 4 * 1024 * 1024;

/** After this without a collection, ms, the heap is as idle as its connections. */
const IDLE_MS = 30_000;

/** What {@link ReceivedMemory} uses of V8; replaced in tests. */
export interface Heap {
  collector(): CollectGarbage | undefined;
  compact(): void;
}

/**
 * Collects the young generation after every 4 MiB received, and compacts the heap once they have stopped coming. A chunk's
 * bytes are outside V8's heap and don't fill its young generation: until that is full of small objects, hundreds of
 * megabytes of chunks could wait to be freed, each in memory that the system has to map first.
 */
export class ReceivedMemory {
  readonly #heap: Heap;
  #collect: CollectGarbage | undefined;
  #bytes = 0;
  #isDue = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(heap: Heap = { collector: garbageCollector, compact: compactHeap }) {
    this.#heap = heap;
  }

  /** The collection follows in a later phase of the event loop, when what was read has been passed on. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < COLLECT_AFTER_BYTES || this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#run());
  }

  /** Compacts the heap once after 30 s without a collection. */
  compactWhenIdle(): void {
    this.#idle ??= setTimeout(() => this.#heap.compact(), IDLE_MS).unref();
    this.#idle.refresh();
  }

  #run(): void {
    this.#isDue = false;
    this.#bytes = 0;
    this.#collect ??= this.#heap.collector() ?? (() => {});
    this.#collect({ type: "minor" });
    this.compactWhenIdle();
  }
}

/** Of all connections of this thread, which share one heap. */
export const receivedMemory = new ReceivedMemory();
