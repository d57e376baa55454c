/**
 * Does with mutated ONNX files what an instance's thread does, in a process of its own: a native crash ends it. Writes the
 * number of each file before it is tried, so that the one that crashed is known.
 *
 *     node fuzz-run.ts DIRECTORY FIRST END
 */
import { openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { InferenceSession, type Tensor } from "onnxruntime-node";
import type { ModelConfig } from "../../../config/types.ts";
import { ELEMENT_BYTES, elementCount, wireDatatype } from "../../../requests/datatypes.ts";
import { fileTensor, fromOrtTensor, toOrtTensor } from "../ort-tensors.ts";
import { sessionOptions } from "../session-options.ts";
import { mutant } from "./mutants.ts";

const [directory = "", first = "0", end = "0"] = process.argv.slice(2);
const config = { parameters: {} } as unknown as ModelConfig;
const options = sessionOptions(config, 1024, ["cpu"]);
/** Limit of input bytes: a mutated dimension may ask for any amount. */
const MAX_BYTES = 1_000_000;
const buffer = new ArrayBuffer(MAX_BYTES);

const outcomes = { refused: 0, ran: 0, failedRuns: 0, notRun: 0 };

async function run(session: InferenceSession): Promise<void> {
  const feeds: Record<string, Tensor> = {};
  for (const { name, data_type, shape } of session.inputMetadata.map(fileTensor)) {
    const datatype = wireDatatype(data_type);
    const sized = shape.map((dim) => (dim === -1 ? 2 : dim));
    const byteLength = elementCount(sized) * ELEMENT_BYTES[datatype];
    if (byteLength > MAX_BYTES || datatype === "BYTES") {
      outcomes.notRun += 1;
      return;
    }
    feeds[name] = toOrtTensor(buffer, { name, datatype, shape: sized, offset: 0, byteLength });
  }
  try {
    const results = await session.run(feeds);
    for (const name in results) fromOrtTensor(name, results[name] as Tensor);
    outcomes.ran += 1;
  } catch {
    outcomes.failedRuns += 1;
  }
}

const file = join(directory, "model.onnx");
const trying = openSync(join(directory, "trying"), "w");
for (let number = Number(first); number < Number(end); number++) {
  writeSync(trying, String(number).padEnd(8), 0);
  writeFileSync(file, mutant(number));
  let session: InferenceSession;
  try {
    session = await InferenceSession.create(file, options);
  } catch {
    outcomes.refused += 1;
    continue;
  }
  try {
    await run(session);
  } catch {
    outcomes.notRun += 1;
  }
  await session.release();
}
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
