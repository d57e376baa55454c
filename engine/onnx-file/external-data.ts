import { realpath } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { isInnerPath } from "../config/inner-path.ts";
import { staysWithin } from "./within-folder.ts";

/**
 * The location with which the runtime refers to data in memory: in a file, it could name any
 * address.
 */
const MEMORY_TAG = /^\*[\\/]_ORT_/;

/**
 * The reason why external data at a location must not be read for the ONNX file at `modelFile`;
 * undefined if it may. It must be in the file's folder or below it, symbolic links resolved; if the
 * file itself is a symbolic link, as in download caches, in the folder of the link's target.
 */
export async function externalDataProblem(
  modelFile: string,
  location: string,
): Promise<string | undefined> {
  const what = `external data at the location "${location}"`;
  if (MEMORY_TAG.test(location)) return `${what}, which is an address in memory and no file`;
  if (!isInnerPath(location)) {
    return `${what}, which must be a path relative to the ONNX file's folder, without '..'`;
  }
  const folder = dirname(resolve(modelFile));
  if (await staysWithin(folder, location)) return undefined;
  const real = await realpath(modelFile).catch(() => modelFile);
  const target = await realpath(resolve(folder, location)).catch(() => undefined);
  if (target !== undefined && (await staysWithin(dirname(real), relative(dirname(real), target)))) {
    return undefined;
  }
  return `${what}, which leads out of the ONNX file's folder`;
}
