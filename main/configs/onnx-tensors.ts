import type { FileTensor, FileWeight } from "../contract/index.ts";
import { elementType, INT64 } from "../../engine/onnx-file/element-types.ts";
import type { Field, Walker } from "../../engine/onnx-file/walk.ts";
import { notOnnx } from "../../engine/onnx-file/window.ts";

const MAX_RANK = 64;
/** Longer lists can't be the shape of a Reshape. */
const MAX_SHAPE_VALUES = MAX_RANK;

export interface ReadWeight extends FileWeight {
  readonly elements: number;
  /** The values of a short INT64 list stored in the file itself; else null. */
  readonly values: readonly number[] | null;
  /** End offset in `external`, bytes; 0 if stored inside. */
  readonly externalEnd: number;
}

/** Reads a TensorProto without its data. */
export async function readWeight(
  walker: Walker,
  tensor: Field,
  origin: FileWeight["origin"],
): Promise<ReadWeight> {
  let name = "";
  let type = 0;
  let stringBytes = 0;
  let raw: Field | null = null;
  let isExternal = false;
  const shape: number[] = [];
  const listed: number[] = [];
  const place = new Map<string, string>();
  await walker.walk(tensor, async (field) => {
    switch (field.number) {
      case 1:
        shape.push(...(await walker.integers(field, MAX_RANK)));
        if (shape.length > MAX_RANK) throw notOnnx(`a tensor has more than ${MAX_RANK} dimensions`);
        break;
      case 2:
        type = field.value;
        break;
      case 6:
        stringBytes += field.to - field.from;
        break;
      case 7:
        if (listed.length <= MAX_SHAPE_VALUES)
          listed.push(...(await walker.integers(field, MAX_SHAPE_VALUES)));
        break;
      case 8:
        name = await walker.text(field);
        break;
      case 9:
        raw = field;
        break;
      case 13: {
        const [key, value] = await readEntry(walker, field);
        place.set(key, value);
        break;
      }
      case 14:
        isExternal = field.value === 1;
        break;
    }
  });
  const { name: datatype, bits } = elementType(type);
  const elements = shape.reduce((product, size) => product * Math.max(0, size), 1);
  const computed = bits === 0 ? stringBytes : Math.ceil((elements * bits) / 8);
  const bytes = parseSize(place.get("length")) || computed;
  const short = type === INT64 && shape.length <= 1 && elements <= MAX_SHAPE_VALUES && !isExternal;
  return {
    name,
    datatype,
    shape,
    bytes,
    origin,
    elements,
    external: isExternal ? (place.get("location") ?? "") : null,
    externalEnd: isExternal ? parseSize(place.get("offset")) + bytes : 0,
    values: short ? await shortValues(walker, raw, listed) : null,
  };
}

/** Parses a number of bytes; 0 for anything else. */
function parseSize(text = ""): number {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
}

async function shortValues(walker: Walker, raw: Field | null, listed: number[]) {
  if (raw === null) return listed;
  const bytes = await walker.bytes(raw);
  const view = new DataView(bytes.buffer, 0, bytes.length - (bytes.length % 8));
  return Array.from({ length: view.byteLength / 8 }, (_, index) =>
    Number(view.getBigInt64(index * 8, true)),
  );
}

/** Reads a StringStringEntryProto. */
export async function readEntry(walker: Walker, entry: Field): Promise<[string, string]> {
  let key = "";
  let value = "";
  await walker.walk(entry, async (field) => {
    if (field.number === 1) key = await walker.text(field);
    if (field.number === 2) value = await walker.text(field, 4096);
  });
  return [key, value];
}

/** The members of TypeProto.value that aren't tensors. */
const otherKinds: Readonly<Record<number, string>> = {
  4: "sequence",
  5: "map",
  7: "opaque",
  8: "sparse tensor",
  9: "optional",
};

/** Reads a ValueInfoProto. */
export async function readTensorInfo(walker: Walker, info: Field): Promise<FileTensor> {
  let name = "";
  let datatype = "unknown";
  let configType: string | null = null;
  let shape: FileTensor["shape"] = null;
  const readTensor = (tensor: Field) =>
    walker.walk(tensor, async (field) => {
      if (field.number === 1) {
        const type = elementType(field.value);
        datatype = type.name;
        configType = type.config;
      }
      if (field.number === 2) shape = await readShape(walker, field);
    });
  await walker.walk(info, async (field) => {
    if (field.number === 1) name = await walker.text(field);
    if (field.number !== 2) return;
    await walker.walk(field, (type) => {
      if (type.number === 1) return readTensor(type);
      datatype = otherKinds[type.number] ?? datatype;
      return undefined;
    });
  });
  return { name, datatype, configType, shape };
}

async function readShape(walker: Walker, shape: Field) {
  const dims: (number | string | null)[] = [];
  await walker.walk(shape, async (field) => {
    if (field.number !== 1) return;
    if (dims.length >= MAX_RANK) throw notOnnx(`a tensor has more than ${MAX_RANK} dimensions`);
    let dim: number | string | null = null;
    await walker.walk(field, async (part) => {
      if (part.number === 1) dim = part.value >= 0 ? part.value : null;
      if (part.number === 2) dim = (await walker.text(part)) || null;
    });
    dims.push(dim);
  });
  return dims;
}
