// Sleeps until an instant that is set in shared memory, then notifies; ends when it is not a number.
import { parentPort, workerData } from "node:worker_threads";
import { sharedNow, WORD_BYTES } from "./ticker.ts";

const shared = workerData as SharedArrayBuffer;
const word = new Int32Array(shared, 0, 1);
const target = new Float64Array(shared, WORD_BYTES, 1);

for (let posted = 0; ; ) {
  const seen = Atomics.load(word, 0);
  const at = target[0] as number;
  if (Number.isNaN(at)) break;
  const waitMs = at - sharedNow();
  if (waitMs > 0) {
    Atomics.wait(word, 0, seen, waitMs);
  } else {
    if (seen !== posted) parentPort?.postMessage(null);
    posted = seen;
    Atomics.wait(word, 0, seen);
  }
}
