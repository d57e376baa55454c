import path from "node:path";
import { StatusError } from "../../../../engine/protocol/status.ts";
import type { InputSource } from "../../../contract/index.ts";
import { drawTensor } from "../distributions.ts";
import type { FixedDatatype } from "../elements.ts";
import { checkRequestBytes } from "../plan-inputs.ts";
import { seededRandom, seedOf } from "../random.ts";
import type { PreparedRequests, RequestSet } from "../request-set.ts";
import { type InputSpec, itemShape, tensorBytes } from "../tensor.ts";
import { filesIn, readBounded } from "./files.ts";
import { decodeImage } from "./image-file.ts";
import { checkScaling, type ImageLayout, imageLayout, imageTensor } from "./image-tensor.ts";
import { invalid } from "./invalid.ts";
import { itemRequests } from "./item-requests.ts";
import { type Item, type ItemTensor } from "./items.ts";

type ImagesSource = Extract<InputSource, { kind: "images" }>;

const MOST_IMAGE_BYTES = 64 * 1024 * 1024;

/** Images of a folder in the order of their names for one input; the model's other inputs are generated. */
export async function imageRequests(
  set: RequestSet,
  source: ImagesSource,
): Promise<PreparedRequests> {
  const { input, layout } = imageInput(set, source);
  const { folder, scaling } = source;
  const shape = itemShape(input, set.batchSize);
  const files = (await filesIn(folder)).filter((file) => /\.(png|jpe?g)$/i.test(file));
  if (files.length === 0) throw invalid(`'${folder}'`, "it holds no .png, .jpg or .jpeg file.");
  const used = files.slice(0, set.distinctInputs * set.batchSize);
  checkRequestBytes(Math.ceil(used.length / set.batchSize), tensorBytes(input, 0));
  const items: Item[] = [];
  for (const [i, file] of used.entries()) {
    const place = `'${path.join(folder, file)}'`;
    const picture = decodeImage(
      await readBounded(path.join(folder, file), MOST_IMAGE_BYTES),
      place,
    );
    const data = imageTensor(picture, input.datatype as FixedDatatype, layout, scaling);
    items.push({
      place,
      inputs: withOthers(set, i, new Map([[input.name, { shape, data }]])),
      expected: null,
    });
  }
  return itemRequests(set, items);
}

/** INVALID_ARGUMENT where the images' input is none of the model's, or not one for images. */
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

function withOthers(
  { inputs, batchSize, seed }: RequestSet,
  item: number,
  tensors: Map<string, ItemTensor>,
): Map<string, ItemTensor> {
  for (const [at, input] of inputs.entries()) {
    if (tensors.has(input.name)) continue;
    const shape = itemShape(input, batchSize);
    const random = seededRandom(seedOf(seedOf(seed, item), at));
    tensors.set(input.name, {
      shape,
      data: drawTensor({ ...input, shape }, { kind: "auto" }, random),
    });
  }
  return tensors;
}
