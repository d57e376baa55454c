import path from "node:path";
import { drawTensor } from "../distributions.ts";
import type { FixedDatatype } from "../elements.ts";
import { checkRequestBytes } from "../plan-inputs.ts";
import { seededRandom, deriveSeed } from "../random.ts";
import type { PreparedRequests, RequestSet } from "../request-set.ts";
import { itemShape, tensorBytes } from "../tensor.ts";
import { filesIn, readBounded } from "./files.ts";
import { decodeImage } from "./image-file.ts";
import { type ImagesSource, imageInput } from "./image-input.ts";
import { imageTensor } from "./image-tensor.ts";
import { invalid } from "./invalid.ts";
import { itemRequests } from "./item-requests.ts";
import { type Item, type ItemTensor } from "./items.ts";

const MAX_IMAGE_BYTES = 64 * 1024 * 1024;

/** The images of a folder in the order of their names for one input; other inputs of the model are generated. */
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
    const picture = decodeImage(await readBounded(path.join(folder, file), MAX_IMAGE_BYTES), place);
    const data = imageTensor(picture, input.datatype as FixedDatatype, layout, scaling);
    items.push({
      place,
      inputs: withOthers(set, i, new Map([[input.name, { shape, data }]])),
      expected: null,
    });
  }
  return itemRequests(set, items);
}

function withOthers(
  { inputs, batchSize, seed }: RequestSet,
  item: number,
  tensors: Map<string, ItemTensor>,
): Map<string, ItemTensor> {
  for (const [at, input] of inputs.entries()) {
    if (tensors.has(input.name)) continue;
    const shape = itemShape(input, batchSize);
    const random = seededRandom(deriveSeed(deriveSeed(seed, item), at));
    tensors.set(input.name, {
      shape,
      data: drawTensor({ ...input, shape }, { kind: "auto" }, random),
    });
  }
  return tensors;
}
