import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { StatusError } from "../protocol/status.ts";

/**
 * The path of a file that a configuration names, `path` being relative to the process. Configurations may come over
 * the network, so throws INVALID_ARGUMENT where it leads out of the repository that holds `modelDirectory` (rule L23).
 */
export function repositoryFile(modelDirectory: string, path: string, field: string): string {
  const target = resolve(path);
  const within = relative(dirname(resolve(modelDirectory)), target);
  if (within !== ".." && !within.startsWith(`..${sep}`) && !isAbsolute(within)) return target;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `${field} names '${target}', which is not within the model repository`,
    { details: { field } },
  );
}
