import type { ExpectedOutput } from "../request-set.ts";
import { splitTexts, KINDS } from "../elements.ts";
import { elementsIn, type InputSpec, itemShape } from "../tensor.ts";
import { invalid } from "./invalid.ts";

/** One input of an item: without the batch. */
export interface ItemTensor {
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

/** What a source has for one item of a request. */
export interface Item {
  /** Its position, for messages. */
  readonly place: string;
  /** By input name; optional inputs may be absent. */
  readonly inputs: ReadonlyMap<string, ItemTensor>;
  /** Shapes without the batch. */
  readonly expected: readonly ExpectedOutput[] | null;
}

/**
 * The item's tensor if its shape fits the model's declaration and its bytes fit the shape. `shape` null: the planned
 * one.
 */
export function itemTensor(
  place: string,
  input: InputSpec,
  batchSize: number,
  { shape, data }: { shape: readonly number[] | null; data: Uint8Array },
): ItemTensor {
  const planned = itemShape(input, batchSize);
  const taken = shape ?? planned;
  checkShape(place, input.dims ?? planned, taken);
  const wanted = elementsIn(taken);
  const got = elementCount(place, input, data);
  if (got !== wanted) {
    throw invalid(
      place,
      `it has ${got} elements, and the shape [${taken.join(",")}] of '${input.name}' has ${wanted}.`,
    );
  }
  return { shape: taken, data };
}

export function checkShape(place: string, dims: readonly number[], shape: readonly number[]): void {
  const fits = dims.length === shape.length && dims.every((dim, i) => dim < 0 || dim === shape[i]);
  if (fits) return;
  throw invalid(
    place,
    `the shape [${shape.join(",")}] does not fit the model's [${dims.join(",")}].`,
  );
}

function elementCount(place: string, { datatype }: InputSpec, data: Uint8Array): number {
  if (datatype === "BYTES") {
    const texts = splitTexts(data);
    if (texts) return texts.length;
    throw invalid(place, "the bytes are no texts, each behind its length of 4 bytes.");
  }
  const { bytes } = KINDS[datatype];
  if (data.byteLength % bytes === 0) return data.byteLength / bytes;
  throw invalid(place, `${data.byteLength} bytes are no whole number of ${datatype} elements.`);
}
