import fs from "node:fs";
import { fromWriteError } from "../../base/file-error.ts";

/** A file from a flag; null if it wasn't given. */
export interface OutputFile {
  readonly flag: string;
  readonly file: string | null;
}

/** Throws before the work if its results could not be written. Existing files aren't changed. */
export function checkWritable(files: readonly OutputFile[]): void {
  forEachFile(files, ({ file }) => {
    const found = fs.statSync(file, { throwIfNoEntry: false });
    // Pipes and devices must not be opened twice.
    if (found && !found.isFile() && !found.isDirectory()) return;
    fs.closeSync(fs.openSync(file, "a"));
    if (!found) fs.unlinkSync(file);
  });
}

/** Writes all files, even after one fails; then throws an error that names each failure. */
export function writeAll(files: readonly (OutputFile & { readonly text: () => string })[]): void {
  forEachFile(files, ({ file, text }) => fs.writeFileSync(file, text()));
}

function forEachFile<T extends OutputFile>(
  files: readonly T[],
  act: (each: T & { readonly file: string }) => void,
): void {
  const problems: string[] = [];
  for (const each of files) {
    const { file, flag } = each;
    if (file === null) continue;
    try {
      act({ ...each, file });
    } catch (error) {
      problems.push(`Can't write ${flag}. ${fromWriteError(error, file).message}`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
}
