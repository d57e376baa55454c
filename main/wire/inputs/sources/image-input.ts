import { StatusError } from "../../../../base/status-error.ts";
import type { InputSource } from "../../../contract/index.ts";
import { KINDS } from "../elements.ts";
import type { RequestSet } from "../request-set.ts";
import { type InputSpec, itemShape } from "../tensor.ts";
import { invalid } from "./invalid.ts";

export type ImagesSource = Extract<InputSource, { kind: "images" }>;
export type Scaling = ImagesSource["scaling"];

export interface ImageLayout {
  readonly height: number;
  readonly width: number;
  readonly channels: 1 | 3;
  readonly channelsFirst: boolean;
}

const CHANNELS = [1, 3];

/** INVALID_ARGUMENT unless the images' input belongs to the model and can hold images. */
export function imageInput(
  { inputs, batchSize }: Pick<RequestSet, "inputs" | "batchSize">,
  source: ImagesSource,
): { input: InputSpec; layout: ImageLayout } {
  const input = inputs.find(({ name }) => name === source.input);
  if (!input) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `inputs.input is '${source.input}', which is no input of the model; its inputs are ${inputs.map(({ name }) => name).join(", ")}.`,
    );
  }
  const layout = imageLayout(input.name, itemShape(input, batchSize));
  checkScaling(input, layout, source.scaling);
  return { input, layout };
}

/**
 * Layout of an image in an item of this shape: [C,H,W] if the first dimension is 1 or 3, else [H,W,C] if the last is;
 * [H,W] has one channel. INVALID_ARGUMENT for any other.
 */
export function imageLayout(input: string, shape: readonly number[]): ImageLayout {
  const [a = 0, b = 0, c = 0] = shape;
  if (shape.length === 2) return { height: a, width: b, channels: 1, channelsFirst: true };
  const first = shape.length === 3 && CHANNELS.includes(a);
  if (first) return { height: b, width: c, channels: a as 1 | 3, channelsFirst: true };
  const last = shape.length === 3 && CHANNELS.includes(c);
  if (last) return { height: a, width: b, channels: c as 1 | 3, channelsFirst: false };
  throw invalid(
    `input '${input}'`,
    `an image does not fit the shape [${shape.join(",")}]; it has to be [C,H,W], [H,W,C] or [H,W] with 1 or 3 channels C.`,
  );
}

/** INVALID_ARGUMENT if the input's datatype or channels don't fit the scaling. */
function checkScaling(
  { name, datatype }: InputSpec,
  { channels }: ImageLayout,
  scaling: Scaling,
): void {
  const place = `input '${name}'`;
  if (datatype === "BYTES" || datatype === "BOOL") {
    throw invalid(place, `an image does not fit ${datatype}; a number type is needed.`);
  }
  if (scaling !== "none" && KINDS[datatype].whole) {
    throw invalid(
      place,
      `scaling '${scaling}' makes fractions, and it is ${datatype}; use 'none'.`,
    );
  }
  if (scaling === "imagenet" && channels === 1) {
    throw invalid(place, "scaling 'imagenet' is for three channels, and it has one; use 'unit'.");
  }
}
