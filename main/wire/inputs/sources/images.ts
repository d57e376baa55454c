import path from "node:path";
import { drawTensor } from "../distributions.ts";
import { type FixedDatatype, KINDS } from "../elements.ts";
import { checkRequestBytes } from "../plan-inputs.ts";
import { deriveSeed, seededRandom } from "../random.ts";
import type { PreparedRequests, RequestSet } from "../request-set.ts";
import { itemShape, tensorBytes } from "../tensor.ts";
import { filesIn, readBounded } from "./files.ts";
import { decodeImage, type Picture } from "./image-file.ts";
import { type ImageLayout, type ImagesSource, imageInput, type Scaling } from "./image-input.ts";
import { invalid } from "./invalid.ts";
import { itemRequests } from "./item-requests.ts";
import type { Item, ItemTensor } from "./items.ts";

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

/** Mean and standard deviation of ImageNet's channels with values from 0 to 1, as for torchvision's models. */
const IMAGENET = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };
/** Luma of ITU-R BT.601. */
const LUMA = [0.299, 0.587, 0.114];

/** The image resized to the layout's size, scaled, as tensor bytes. */
function imageTensor(
  picture: Picture,
  datatype: FixedDatatype,
  layout: ImageLayout,
  scaling: Scaling,
): Uint8Array {
  const { height, width, channels, channelsFirst } = layout;
  const { bytes, whole, write } = KINDS[datatype];
  const data = new Uint8Array(height * width * channels * bytes);
  const view = new DataView(data.buffer);
  const scale = chooseScaling(scaling, datatype);
  const colour = [0, 0, 0];
  const columns = samples(picture.width, width);
  const rows = samples(picture.height, height);
  rows.forEach((row, y) => {
    columns.forEach((column, x) => {
      mix(picture, row, column, colour);
      if (channels === 1) colour[0] = luma(colour);
      for (let channel = 0; channel < channels; channel++) {
        const value = scale(colour[channel] as number, channel);
        const at = channelsFirst
          ? (channel * height + y) * width + x
          : (y * width + x) * channels + channel;
        write(view, at * bytes, whole ? Math.round(value) : value);
      }
    });
  });
  return data;
}

/**
 * none: 0 to 255, INT8 from -128; unit: 0 to 1; inception: -1 to 1; imagenet: see IMAGENET. Of one channel, the image's
 * luma.
 */
function chooseScaling(scaling: Scaling, datatype: FixedDatatype) {
  switch (scaling) {
    case "none":
      return datatype === "INT8" ? (value: number) => value - 128 : (value: number) => value;
    case "unit":
      return (value: number) => value / 255;
    case "inception":
      return (value: number) => value / 127.5 - 1;
    case "imagenet":
      return (value: number, channel: number) =>
        (value / 255 - (IMAGENET.mean[channel] as number)) /
        (IMAGENET.deviation[channel] as number);
  }
}

interface Sample {
  readonly low: number;
  readonly high: number;
  /** Of `high`. */
  readonly share: number;
}

/** Bilinear, pixel centres on pixel centres; the edge continues beyond the outermost centres. */
function samples(from: number, to: number): Sample[] {
  return Array.from({ length: to }, (_, i) => {
    const at = Math.min(from - 1, Math.max(0, ((i + 0.5) * from) / to - 0.5));
    const low = Math.floor(at);
    return { low, high: Math.min(from - 1, low + 1), share: at - low };
  });
}

function mix({ width, data }: Picture, row: Sample, column: Sample, colour: number[]): void {
  const pixel = (y: number, x: number, channel: number) =>
    data[(y * width + x) * 4 + channel] as number;
  for (let channel = 0; channel < 3; channel++) {
    const top =
      pixel(row.low, column.low, channel) * (1 - column.share) +
      pixel(row.low, column.high, channel) * column.share;
    const bottom =
      pixel(row.high, column.low, channel) * (1 - column.share) +
      pixel(row.high, column.high, channel) * column.share;
    colour[channel] = top * (1 - row.share) + bottom * row.share;
  }
}

function luma(colour: readonly number[]): number {
  return colour.reduce((sum, value, channel) => sum + value * (LUMA[channel] as number), 0);
}
