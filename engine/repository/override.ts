import type { OverrideFiles } from "./override-files.ts";
import type { ModelDirectory } from "./model-directory.ts";

/** A configuration from a load call, and the files at that time. */
export interface Override {
  readonly text: string;
  readonly directory: ModelDirectory;
  /** Files that came with the call, if any. */
  readonly files?: OverrideFiles;
}

/** An override is kept until the model is unloaded or its files change. */
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
