import type { RequestSet } from "../request-set.ts";
import { elementsIn, type InputSpec, itemShape } from "../tensor.ts";
import { invalid } from "./invalid.ts";

export type InputsOfItems = Pick<RequestSet, "inputs" | "batchSize">;
/** By input name. */
export type Columns = Readonly<Record<string, readonly string[]>>;

interface InputColumns {
  readonly input: InputSpec;
  readonly names: readonly string[];
}

/** The columns of each input. INVALID_ARGUMENT if an input has none, or not as many as elements. */
export function findColumns(
  { inputs, batchSize }: InputsOfItems,
  columns: Columns,
): InputColumns[] {
  const unknown = Object.keys(columns).find((name) => !inputs.some((input) => input.name === name));
  if (unknown !== undefined) {
    throw invalid(
      "inputs.columns",
      `it names '${unknown}', which is no input of the model; its inputs are ${inputs.map(({ name }) => name).join(", ")}.`,
    );
  }
  return inputs.flatMap((input) => {
    const names = Object.hasOwn(columns, input.name) ? columns[input.name] : undefined;
    if (!names) {
      if (input.optional) return [];
      throw invalid("inputs.columns", `it names no columns for input '${input.name}'.`);
    }
    const shape = itemShape(input, batchSize);
    if (names.length === elementsIn(shape)) return [{ input, names }];
    throw invalid(
      "inputs.columns",
      `input '${input.name}' has ${names.length} columns, and its shape [${shape.join(",")}] takes ${elementsIn(shape)}.`,
    );
  });
}
