import fs from "node:fs/promises";
import { type FileHints, type ModelFileFacts, NO_HINTS } from "../sizes/index.ts";
import { modelFileIn } from "./model-folder.ts";
import { type HeldModel, holdModel, type ModelSources } from "./model-source.ts";
import { readOnnxFile } from "./onnx-cache.ts";
import type { OnnxContent } from "./onnx-file.ts";

/** Reads facts of a server's models; those of a store that fails are as they were read last. */
export function fileFactsReader(sources: ModelSources) {
  const known = new Map<string, ModelFileFacts | null>();
  return async (serverId: string, model: string): Promise<ModelFileFacts | null> => {
    const id = JSON.stringify([serverId, model]);
    const held = await holdModel(sources, { serverId, model }, "newest").catch(() => undefined);
    if (held === undefined) return known.get(id) ?? null;
    if (held === null) return null;
    const facts = await readFileFacts(held.folder, held);
    held.release();
    known.set(id, facts);
    return facts;
  };
}

/** Reads the ONNX file of a model's newest version; null without one. An unreadable file gives no hints. */
export async function readFileFacts(
  modelFolder: string,
  held?: HeldModel,
): Promise<ModelFileFacts | null> {
  try {
    const { path } = await modelFileIn(modelFolder, null, held);
    if (path === null) return null;
    const { size, mtimeMs } = await fs.stat(path);
    // Times of downloads change as the cache is used.
    const stamp = held?.stamp ?? `${size} ${mtimeMs}`;
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
