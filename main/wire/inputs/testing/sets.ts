import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RequestSet } from "../request-set.ts";
import type { InputSpec } from "../tensor.ts";

/** An input of a batching model: `dims` without the batch. */
export function input(name: string, datatype: string, dims: number[], batchSize = 1): InputSpec {
  const sizes = dims.map((dim) => (dim < 0 ? 16 : dim));
  return { name, datatype: datatype as InputSpec["datatype"], shape: [batchSize, ...sizes], dims };
}

export function requestSet(more: Partial<RequestSet> = {}): RequestSet {
  return {
    model: "m",
    modelVersion: "",
    inputs: [input("x", "FP32", [4])],
    batchSize: 1,
    source: { kind: "generated", byInput: {} },
    distinctInputs: 100,
    reuse: { kind: "turns" },
    checkOutputs: false,
    seed: 1,
    ...more,
  };
}

/** A folder with these files, deleted on disposal. */
export async function createFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<AsyncDisposable & { path: string; of: (name: string) => string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "inputs-"));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(folder, name), content);
  }
  return {
    path: folder,
    of: (name) => path.join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
