import { dirname, resolve } from "node:path";
import { contains } from "../onnx-file/within-folder.ts";
import { StatusError } from "../protocol/status.ts";

/**
 * The path of a file that a configuration names, `path` being relative to the process. Configurations may come over
 * the network, so throws INVALID_ARGUMENT where it leads out of the repository that holds `modelDirectory` (rule L23).
 */
export function repositoryFile(modelDirectory: string, path: string, field: string): string {
  const target = resolve(path);
  if (contains(dirname(resolve(modelDirectory)), target)) return target;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `${field} names '${target}', which is not within the model repository`,
    { details: { field } },
  );
}
