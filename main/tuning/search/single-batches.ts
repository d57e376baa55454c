import type { BatchSink } from "../../servers/index.ts";
import { type SingleBatch, toSingleBatches } from "../../simulation/index.ts";

/** Emits the executed batches of the measured model until disposed. */
export type WatchBatches = (sink: BatchSink) => Disposable;

const MAX_BATCHES = 4096;

/** Collects single batches while a measurement warms up, since reporting them costs the server time (SEARCH-23). */
export class SingleBatches implements Disposable {
  readonly #watching = new DisposableStack();
  #batches: SingleBatch[] = [];

  constructor(watch: WatchBatches | undefined) {
    if (!watch) return;
    this.#watching.use(
      watch({
        batches: (batches) => {
          this.#batches = [...this.#batches, ...toSingleBatches(batches)].slice(-MAX_BATCHES);
        },
        // On servers that don't report them, at once.
        ended: () => {},
      }),
    );
  }

  /** Without the first half, which can be slower. */
  get warm(): readonly SingleBatch[] {
    return this.#batches.slice(this.#batches.length >> 1);
  }

  [Symbol.dispose](): void {
    this.#watching.dispose();
  }
}
