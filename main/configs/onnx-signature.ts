import fs from "node:fs/promises";
import path from "node:path";
import protobuf from "protobufjs/minimal.js";
import type { DataType, ModelFileSignature, ModelFileTensor } from "../../engine/config/types.ts";

type Reader = protobuf.Reader;

/** TensorProto.DataType of ONNX. Others have no counterpart in a configuration. */
const dataTypes: Record<number, DataType> = {
  1: "TYPE_FP32",
  2: "TYPE_UINT8",
  3: "TYPE_INT8",
  4: "TYPE_UINT16",
  5: "TYPE_INT16",
  6: "TYPE_INT32",
  7: "TYPE_INT64",
  8: "TYPE_STRING",
  9: "TYPE_BOOL",
  10: "TYPE_FP16",
  11: "TYPE_FP64",
  12: "TYPE_UINT32",
  13: "TYPE_UINT64",
  16: "TYPE_BF16",
};

/** Larger files are not read for this: it would cost more memory than the checks are worth. */
const MAX_BYTES = 1 << 30;

interface Cached {
  readonly stamp: string;
  readonly signature: ModelFileSignature | null;
}
const cache = new Map<string, Cached>();

/**
 * Inputs and outputs as the model.onnx of the newest version in a model's folder declares them; null where
 * there is none or it cannot be read.
 */
export async function readSignature(modelFolder: string): Promise<ModelFileSignature | null> {
  try {
    const names = await fs.readdir(modelFolder);
    const newest = Math.max(...names.filter((name) => /^[0-9]+$/.test(name)).map(Number));
    const folder = names.find((name) => /^[0-9]+$/.test(name) && Number(name) === newest);
    const file = path.join(modelFolder, folder ?? "", "model.onnx");
    const { size, mtimeMs } = await fs.stat(file);
    const stamp = `${size} ${mtimeMs}`;
    const known = cache.get(file);
    if (known?.stamp === stamp) return known.signature;
    const signature = size > MAX_BYTES ? null : signatureOf(await fs.readFile(file));
    cache.set(file, { stamp, signature });
    return signature;
  } catch {
    return null;
  }
}

/** Reads an ONNX ModelProto; throws for what is none. */
export function signatureOf(bytes: Uint8Array): ModelFileSignature | null {
  let signature: ModelFileSignature | null = null;
  fields(protobuf.Reader.create(bytes), {
    7: (reader) => {
      signature = graphOf(reader);
    },
  });
  return signature;
}

/** Inputs that have an initializer are weights. */
function graphOf(graph: Reader): ModelFileSignature {
  const inputs: (ModelFileTensor | null)[] = [];
  const outputs: (ModelFileTensor | null)[] = [];
  const weights = new Set<string>();
  fields(graph, {
    5: (initializer) => fields(initializer, { 8: (name) => weights.add(name.string()) }, true),
    11: (value) => inputs.push(tensorOf(value)),
    12: (value) => outputs.push(tensorOf(value)),
  });
  const known = (tensors: (ModelFileTensor | null)[]) => tensors.filter((each) => each !== null);
  return {
    inputs: known(inputs).filter(({ name }) => !weights.has(name)),
    outputs: known(outputs),
  };
}

/** A ValueInfoProto; null for a type that no configuration can name. */
function tensorOf(value: Reader): ModelFileTensor | null {
  let name = "";
  let dataType: DataType | undefined;
  const shape: number[] = [];
  fields(
    value,
    {
      1: (reader) => (name = reader.string()),
      2: (type) =>
        within(type, (typeReader) =>
          fields(typeReader, {
            1: (tensor) =>
              fields(
                tensor,
                {
                  1: (reader) => (dataType = dataTypes[reader.int32()]),
                  2: (reader) =>
                    within(reader, (dims) =>
                      fields(dims, { 1: (dim) => shape.push(dimensionOf(dim)) }),
                    ),
                },
                true,
              ),
          }),
        ),
    },
    true,
  );
  return dataType ? { name, data_type: dataType, shape } : null;
}

/** −1 for one that is named or left open. */
function dimensionOf(dimension: Reader): number {
  let size = -1;
  fields(dimension, { 1: (reader) => (size = Number(reader.int64())) }, true);
  return size > 0 ? size : -1;
}

type FieldReaders = Record<number, (reader: Reader) => unknown>;

/** Reads the named fields of a message and skips the others; `raw` gives them unopened. */
function fields(reader: Reader, readers: FieldReaders, raw = false): void {
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const read = readers[tag >>> 3];
    if (!read) reader.skipType(tag & 7);
    else if (raw) read(reader);
    else within(reader, read);
  }
}

/** Opens a length-delimited field. */
function within(reader: Reader, read: (inner: Reader) => unknown): void {
  read(protobuf.Reader.create(reader.bytes()));
}
