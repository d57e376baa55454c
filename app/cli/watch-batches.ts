import type { MeasuredServer } from "../../main/lab/target/index.ts";
import { type SingleBatch, toSingleBatches } from "../../main/simulation/index.ts";

const WATCH_MS = 2000;
/** Without a batch until then, the model has no traffic. */
const FIRST_MS = 500;

/** Batches that a model runs within 2 s; empty at once where they aren't reported by this server, and soon if none run. */
export async function watchBatches(server: MeasuredServer, model: string): Promise<SingleBatch[]> {
  const seen: SingleBatch[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const timers = [
    setTimeout(() => seen.length === 0 && resolve(), FIRST_MS),
    setTimeout(resolve, WATCH_MS),
  ];
  using _watching = server.watchBatches(model, {
    batches: (batches) => void seen.push(...toSingleBatches(batches)),
    ended: () => resolve(),
  });
  await promise;
  timers.forEach((each) => clearTimeout(each));
  return seen;
}
