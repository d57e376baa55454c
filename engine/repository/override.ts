import type { OverrideFiles } from "./override-files.ts";
import type { ModelDirectory } from "./model-directory.ts";

/** A configuration that came with a load call, and the files of that moment. */
export interface Override {
  readonly text: string;
  readonly directory: ModelDirectory;
  /** Where the files came with the call as well. */
  readonly files?: OverrideFiles;
}

/** An override stays until unload or until the model's files change. */
export function nextOverride(
  current: Override | undefined,
  text: string | undefined,
  directory: ModelDirectory,
): Override | undefined {
  if (text !== undefined) return { text, directory };
  return sameFiles(directory, current?.directory) ? current : undefined;
}

export function sameFiles(a: ModelDirectory, b: ModelDirectory | undefined): boolean {
  return a.configText === b?.configText && a.filesStamp === b?.filesStamp;
}
