/**
 * Memory cost of a request on the engine's serving thread, from a client's socket to its response over gRPC: bytes
 * that JavaScript copies, buffers and objects that it makes, and its time in garbage collection. What Node allocates to
 * read from sockets, about as many bytes as come, is not counted.
 *
 *     node bench/copies.ts [--seconds=2] [--concurrency=8]
 */
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeSampleModels } from "../assets/sample-models/index.ts";
import nodeFlags from "../engine/node-flags.json" with { type: "json" };
import { forkProcess } from "../engine/testing/forked-process.ts";
import type { Counted } from "./wire/counting-process.ts";
import { runLoad } from "./wire/load.ts";

const { values: flags } = parseArgs({
  options: {
    seconds: { type: "string", default: "2" },
    concurrency: { type: "string", default: "8" },
  },
});
const concurrency = Number(flags.concurrency);

/** Models, and the bytes of one request and its response. */
const CASES = [
  { model: "mlp", inputBytes: 512, outputBytes: 40 },
  { model: "cnn_small", inputBytes: 49_152, outputBytes: 40 },
  { model: "identity_backend", inputBytes: 1 << 20, outputBytes: 1 << 20 },
] as const;

/** The sample models without their caches, and `identity_backend`. */
async function writeRepository(): Promise<string> {
  const repository = await mkdtemp(join(tmpdir(), "bench-copies-"));
  await writeSampleModels(repository);
  const mlp = join(repository, "mlp", "config.pbtxt");
  await writeFile(mlp, (await readFile(mlp, "utf8")).replace(/^response_cache.*$/m, ""));
  const tensor = (name: string) => `[ { name: "${name}" data_type: TYPE_FP32 dims: [ -1 ] } ]`;
  await mkdir(join(repository, "identity_backend", "1"), { recursive: true });
  await writeFile(
    join(repository, "identity_backend", "config.pbtxt"),
    `backend: "identity"\nmax_batch_size: 8\ninput ${tensor("INPUT0")}\noutput ${tensor("OUTPUT0")}\n`,
  );
  return repository;
}

const repository = await writeRepository();
const { child, message } = await forkProcess<{ address: string }>(
  new URL("./wire/counting-process.ts", import.meta.url),
  [repository],
  { execArgv: nodeFlags },
);
const ask = async (command: "start" | "stop"): Promise<unknown> => {
  child.send(command);
  const [answer] = (await once(child, "message")) as [unknown];
  return answer;
};
try {
  console.log(`Per request, ${concurrency} clients over gRPC:`);
  console.log("model             request  response     copied    buffers    objects   gc µs");
  for (const { model, inputBytes, outputBytes } of CASES) {
    const load = {
      wire: "grpc",
      address: message.address,
      model,
      concurrency,
      inputBytes,
    } as const;
    await runLoad({ ...load, seconds: 1 });
    await ask("start");
    const { answers, failures } = await runLoad({ ...load, seconds: Number(flags.seconds) });
    const counted = (await ask("stop")) as Counted;
    if (failures > 0) throw new Error(`${failures} requests to ${model} failed`);
    const { copied, buffers, objects, gcMs } = counted;
    const bytes = [copied, buffers, objects].map((total) =>
      (total / answers).toFixed(0).padStart(10),
    );
    const sizes = [String(inputBytes).padStart(8), String(outputBytes).padStart(9)];
    console.log(
      model.padEnd(16),
      ...sizes,
      ...bytes,
      ((gcMs * 1000) / answers).toFixed(1).padStart(7),
    );
  }
} finally {
  child.disconnect();
  await rm(repository, { recursive: true });
}
