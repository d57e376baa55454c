import fs from "node:fs/promises";
import { type FileHints, type ModelFileFacts, NO_HINTS } from "../sizes/index.ts";
import { modelFileIn } from "./model-folder.ts";
import { readOnnxFile } from "./onnx-cache.ts";
import type { OnnxContent } from "./onnx-file.ts";

/** Reads the ONNX file of a model's newest version; null without one. An unreadable file gives no hints. */
export async function readFileFacts(modelFolder: string): Promise<ModelFileFacts | null> {
  try {
    const { path } = await modelFileIn(modelFolder, null);
    if (path === null) return null;
    const { size, mtimeMs } = await fs.stat(path);
    const stamp = `${size} ${mtimeMs}`;
    const content = await readOnnxFile(path).catch(() => null);
    return { stamp, hints: content ? findHints(content) : NO_HINTS };
  } catch {
    return null;
  }
}

export function findHints({ inputs, inputUses, metadata }: HintSource): FileHints {
  const symbols = inputs.map(({ name, shape }) => [
    name,
    (shape ?? []).map((dim) => (typeof dim === "string" && dim !== "" ? dim : null)),
  ]);
  const written = (...keys: string[]) =>
    metadata.find(({ key }) => keys.includes(key.toLowerCase()))?.value ?? "";
  return {
    symbols: Object.fromEntries(symbols),
    sizes: Object.fromEntries(
      inputUses.flatMap((use) => (use.sizes ? [[use.name, use.sizes]] : [])),
    ),
    below: Object.fromEntries(
      inputUses.flatMap((use) => (use.below ? [[use.name, use.below]] : [])),
    ),
    imageSize: imageSize(written("imgsz", "image_size", "input_size")),
    sampleRate: plausible(Number(written("sample_rate", "sampling_rate")), 1000, 768_000),
  };
}

type HintSource = Pick<OnnxContent, "inputs" | "inputUses" | "metadata">;

/** Parses "[640, 640]", "640,480" or "640". */
function imageSize(text: string): [number, number] | null {
  const [height, width = height] = (text.match(/\d+/g) ?? []).map(Number);
  const sizes = [height, width].map((size) => plausible(size ?? Number.NaN, 1, 4096));
  return sizes[0] && sizes[1] ? [sizes[0], sizes[1]] : null;
}

function plausible(value: number, least: number, most: number): number | null {
  return Number.isInteger(value) && value >= least && value <= most ? value : null;
}
