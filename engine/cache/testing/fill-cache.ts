// Fills a cache and prints its reported size and the growth of the process. Run with --expose-gc.
import { modelIo } from "../../requests/model-io.ts";
import { modelConfig, modelInput } from "../../testing/model-config.ts";
import { inferRequest } from "../../testing/requests.ts";
import { normalizeRequest } from "../../requests/normalize.ts";
import { cacheKeyMaker } from "../cache-key.ts";
import { ResponseCache } from "../response-cache.ts";

const [inputs = 1, outputs = 1, floatsEach = 1, megabytes = 16] = process.argv.slice(2).map(Number);
const names = Array.from({ length: inputs }, (_, i) => `INPUT${i}`);
const io = modelIo(modelConfig({ input: names.map((name) => modelInput({ name })) }));
const makeKey = await cacheKeyMaker(1);
let cache = new ResponseCache(megabytes << 20);

function insert(value: number): void {
  const tensors = names.map((name) => ({
    name,
    datatype: "FP32",
    shape: [1, floatsEach],
    segments: [new Uint8Array(new Float32Array(floatsEach).fill(value).buffer)],
    byteLength: 4 * floatsEach,
  }));
  const key = makeKey("load", normalizeRequest(io, inferRequest({ inputs: tensors })));
  const data = new Uint8Array(new Float32Array(floatsEach).fill(value).buffer);
  const shape = [1, floatsEach];
  const answer = Array.from({ length: outputs }, (_, i) => `OUTPUT${i}`);
  cache.insert(
    key,
    answer.map((name) => ({ name, datatype: "FP32", shape, data })),
  );
}

/** Fills it beyond the budget, so that entries are evicted too. */
function fill(): void {
  for (let value = 0; cache.telemetry().evictions < 1000; value++) insert(value);
}

/** Array buffers are freed by another thread. */
async function memory(): Promise<number> {
  for (let i = 0; i < 12; i++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// Warms up: code and hash tables grow the process too.
fill();
cache = new ResponseCache(megabytes << 20);
const before = await memory();
fill();
const grown = (await memory()) - before;
const { usedBytes, entries } = cache.telemetry();
process.stdout.write(JSON.stringify({ claimed: usedBytes, grown, entries }));
