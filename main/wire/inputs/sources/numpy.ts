import { encodeElements } from "../elements.ts";
import { MAX_REQUEST_BYTES } from "../plan-inputs.ts";
import type { ExpectedOutput, PreparedRequests, RequestSet } from "../request-set.ts";
import { elementsIn, type InputSpec } from "../tensor.ts";
import { readBounded } from "./files.ts";
import { invalid } from "./invalid.ts";
import { itemRequests } from "./item-requests.ts";
import { type Item, type ItemTensor, itemTensor } from "./items.ts";
import { elementBytes, type NpyArray, parseNpy } from "./npy.ts";
import { unpackNpz } from "./npz.ts";

/** Key of an archive for all arrays without a file of their own. */
const EVERY = "*";

interface NamedArray {
  readonly array: NpyArray;
  readonly place: string;
}

/**
 * Arrays whose first axis counts the items. `files` by array name: a .npy, or a .npz with an array of that name; under
 * "*" a .npz for all others. With checkOutputs, arrays that are not inputs are the expected outputs.
 */
export async function numpyRequests(
  set: RequestSet,
  files: Readonly<Record<string, string>>,
): Promise<PreparedRequests> {
  const arrays = await readArrays(set, files);
  const inputs = set.inputs.flatMap((input) => {
    const found = arrays.get(input.name);
    if (found) return [{ input, ...found }];
    if (input.optional) return [];
    throw invalid("inputs.files", `no file holds an array for input '${input.name}'.`);
  });
  const outputs = [...arrays].filter(([name]) => !set.inputs.some((input) => input.name === name));
  const named = [
    ...inputs.map((each) => ({ ...each, name: each.input.name })),
    ...outputs.map(([name, each]) => ({ ...each, name })),
  ];
  const count = itemCount(named);
  if (set.checkOutputs && outputs.length === 0) {
    throw invalid("inputs.files", "checkOutputs is true, but no array is an expected output.");
  }
  const items = Array.from({ length: count }, (_, i): Item => {
    const tensors = inputs.map(({ input, array, place }): [string, ItemTensor] => [
      input.name,
      readInput(set, input, { array, place: `${place}, item ${i}` }, i),
    ]);
    return {
      place: `item ${i}`,
      inputs: new Map(tensors),
      expected: set.checkOutputs
        ? outputs.map(([name, { array }]) => readOutput(name, array, i))
        : null,
    };
  });
  return itemRequests(set, items);
}

async function readArrays(
  { inputs, checkOutputs }: RequestSet,
  files: Readonly<Record<string, string>>,
): Promise<Map<string, NamedArray>> {
  const isInput = (name: string) => inputs.some((input) => input.name === name);
  const arrays = new Map<string, NamedArray>();
  let left = MAX_REQUEST_BYTES;
  for (const [key, file] of Object.entries(files)) {
    if (key !== EVERY && !isInput(key) && !checkOutputs) {
      throw invalid(
        "inputs.files",
        `it names '${key}', which is no input of the model; its inputs are ${inputs.map(({ name }) => name).join(", ")}.`,
      );
    }
    const bytes = await readBounded(file, MAX_REQUEST_BYTES);
    const place = `'${file}'`;
    const isArchive = bytes.toString("latin1", 0, 2) === "PK";
    if (!isArchive && key === EVERY) throw invalid(place, "it is no .npz archive.");
    const wanted = (name: string) =>
      key === EVERY ? !Object.hasOwn(files, name) && (checkOutputs || isInput(name)) : name === key;
    const parts = isArchive
      ? unpackNpz(bytes, place, { wanted, most: left })
      : new Map([[key, bytes]]);
    if (key !== EVERY && !parts.has(key)) throw invalid(place, `it holds no array '${key}'.`);
    for (const [name, part] of parts) {
      left -= part.length;
      const where = isArchive ? `${place}, array '${name}'` : place;
      arrays.set(name, { array: parseNpy(part, where), place: where });
    }
    if (left < 0) throw invalid(place, `the arrays have more than ${MAX_REQUEST_BYTES} bytes.`);
  }
  return arrays;
}

function itemCount(arrays: readonly (NamedArray & { name: string })[]): number {
  const [first, ...others] = arrays;
  if (!first) throw invalid("inputs.files", "it names no file.");
  for (const { array, place } of arrays) {
    if (array.shape.length === 0)
      throw invalid(place, "it is a single value; its first axis would count the items.");
  }
  const count = first.array.shape[0] as number;
  const odd = others.find(({ array }) => array.shape[0] !== count);
  if (!odd) return count;
  throw invalid(odd.place, `it holds ${odd.array.shape[0]} items, and ${first.place} ${count}.`);
}

function readInput(
  { batchSize }: RequestSet,
  input: InputSpec,
  { array, place }: NamedArray,
  item: number,
): ItemTensor {
  const { datatype } = array.elements;
  const shape = array.shape.slice(1);
  const size = elementsIn(shape);
  const bytes = elementBytes(array, item * size, (item + 1) * size);
  if (datatype === input.datatype)
    return itemTensor(place, input, batchSize, { shape, data: bytes });
  if (datatype === "FP32" && input.datatype === "BF16") {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const values = Array.from({ length: size }, (_, i) => view.getFloat32(i * 4, true));
    const data = encodeElements("BF16", values, place);
    return itemTensor(place, input, batchSize, { shape, data });
  }
  throw invalid(
    place,
    `its type is ${array.type} (${datatype}), and input '${input.name}' takes ${input.datatype}; convert it with astype().`,
  );
}

function readOutput(name: string, array: NpyArray, item: number): ExpectedOutput {
  const shape = array.shape.slice(1);
  const size = elementsIn(shape);
  const bytes = elementBytes(array, item * size, (item + 1) * size);
  return { name, shape, content: { texts: bytes, fixed: bytes } };
}
