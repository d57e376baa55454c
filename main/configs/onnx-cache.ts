import fs from "node:fs/promises";
import { type OnnxContent, readOnnx } from "./onnx-file.ts";
import { openRegular } from "../../engine/onnx-file/open-regular.ts";
import { fromFile } from "../../engine/onnx-file/window.ts";

interface Cached {
  readonly stamp: string;
  readonly content: Promise<OnnxContent>;
}

/** Number of files whose content is cached. */
const CAPACITY = 16;
const cache = new Map<string, Cached>();

/** Reads an ONNX file, once for each state of the file; see {@link readOnnx}. */
export async function readOnnxFile(file: string): Promise<OnnxContent> {
  const { size, mtimeMs } = await fs.stat(file);
  const stamp = `${size} ${mtimeMs}`;
  const known = cache.get(file);
  if (known?.stamp === stamp) return known.content;
  const content = read(file, size);
  cache.delete(file);
  cache.set(file, { stamp, content });
  const [oldest] = cache.keys();
  if (cache.size > CAPACITY && oldest !== undefined) cache.delete(oldest);
  return content;
}

async function read(file: string, size: number): Promise<OnnxContent> {
  const { file: handle } = await openRegular(file);
  await using _closed = handle;
  return await readOnnx(fromFile(handle, size));
}
