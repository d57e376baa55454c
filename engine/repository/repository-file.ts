import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { openRegular } from "../onnx-file/open-regular.ts";
import { contains } from "../onnx-file/within-folder.ts";
import { StatusError } from "../../base/status-error.ts";

/**
 * The path of a file that a configuration names, relative to the process. Since configurations may come over the network,
 * throws INVALID_ARGUMENT for a path outside of the model's folder (rule LOAD-23).
 */
export function fileOfModel(modelDirectory: string, path: string, field: string): string {
  const target = resolve(path);
  if (contains(resolve(modelDirectory), target)) return target;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `${field} names '${target}', which is not within the model's folder`,
    { details: { field } },
  );
}

/**
 * Reads at most the first `maxBytes` of a file in a model's folder; `isWhole` says whether that is all. Throws
 * INVALID_ARGUMENT if symbolic links lead out of the repository and the model's folder (LOAD-23) or if it isn't a regular
 * file, and the system's error if it can't be read.
 */
export async function readFileOfModel(
  modelDirectory: string,
  path: string,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const target = await realpath(path);
  const folders = [dirname(resolve(modelDirectory)), modelDirectory];
  const resolved = await Promise.all(folders.map((folder) => realpath(folder)));
  if (!resolved.some((folder) => contains(folder, target))) {
    throw new StatusError("INVALID_ARGUMENT", "it leads out of the model repository");
  }
  const { file, size } = await openRegular(target);
  try {
    const length = Math.min(size, maxBytes);
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return { bytes: bytes.subarray(0, filled), isWhole: size <= maxBytes };
  } finally {
    await file.close();
  }
}
