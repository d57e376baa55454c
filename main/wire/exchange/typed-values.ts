import { StatusError } from "../../../base/status-error.ts";
import {
  type ElementValue,
  elementsIn,
  encodeElements,
  type InputSpec,
  parseJson,
} from "../index.ts";

/**
 * Parses a tensor that the user entered as JSON. A nested array defines its shape, with or, for a batch of 1, without
 * the batch dimension; a flat one has as many elements as the planned shape, or fits the one dynamic dimension.
 * INVALID_ARGUMENT names the input and what would be right.
 */
export function typedTensor(
  input: InputSpec,
  text: string,
  batchSize: number,
): { shape: readonly number[]; data: Uint8Array } {
  const { name } = input;
  const value = parseInput(name, text);
  const given = readShape(name, value);
  const values = (Array.isArray(value) ? value.flat(64) : [value]) as ElementValue[];
  const shape = given.length > 1 ? nested(input, given, batchSize) : flat(input, values.length);
  // JSON has no infinities: this was a number with too many digits.
  if (values.some((each) => Math.abs(Number(each)) === Infinity && typeof each === "number")) {
    throw invalid(name, `Input '${name}' has a number that is too large for any datatype.`);
  }
  const data = encodeAt(input, values);
  return { shape, data };
}

function encodeAt({ name, datatype }: InputSpec, values: readonly ElementValue[]): Uint8Array {
  try {
    return encodeElements(datatype, values, `Input '${name}'`);
  } catch (error) {
    throw invalid(name, (error as Error).message);
  }
}

function parseInput(name: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw invalid(
      name,
      `Input '${name}' is no JSON: ${(error as Error).message}. Write an array of its elements, such as [1, 2].`,
    );
  }
}

/** The shape of a nested array; all parts of one depth have the same length, and elements are not objects. */
function readShape(name: string, value: unknown): number[] {
  if (!Array.isArray(value)) {
    if (value === null || typeof value === "object") {
      throw invalid(
        name,
        `Input '${name}' holds ${JSON.stringify(value)}, which is no element; write numbers, truth values or texts.`,
      );
    }
    return [];
  }
  const shapes = value.map((part) => readShape(name, part));
  const [first = []] = shapes;
  if (shapes.some((shape) => shape.join() !== first.join())) {
    throw invalid(name, `Input '${name}' is ragged: parts of one depth must be equally long.`);
  }
  return [value.length, ...first];
}

function nested(input: InputSpec, given: readonly number[], batchSize: number): readonly number[] {
  const { name, shape, dims = shape } = input;
  const batched = dims.length < shape.length;
  const full = batched && given.length === dims.length ? [1, ...given] : given;
  const wanted = batched ? [batchSize, ...dims] : dims;
  const fits =
    full.length === wanted.length && wanted.every((dim, i) => dim < 0 || dim === full[i]);
  if (fits) return full;
  throw invalid(
    name,
    `Input '${name}' has shape [${given.join(",")}], and the model takes [${wanted.join(",")}]${batched ? `, the batch of ${batchSize} first` : ""}; −1 is any size.`,
  );
}

function flat({ name, shape, dims = shape }: InputSpec, count: number): readonly number[] {
  if (elementsIn(shape) === count) return shape;
  const offset = shape.length - dims.length;
  const dynamic = dims.flatMap((dim, i) => (dim < 0 ? [i + offset] : []));
  const [at] = dynamic;
  if (dynamic.length === 1 && at !== undefined) {
    const size = count / elementsIn(shape.filter((_, i) => i !== at));
    if (Number.isInteger(size)) return shape.with(at, size);
  }
  throw invalid(
    name,
    `Input '${name}' has ${count} ${count === 1 ? "element" : "elements"}, and the shape [${shape.join(",")}] takes ${elementsIn(shape)}.`,
  );
}

function invalid(input: string, message: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", message, { details: { input } });
}
