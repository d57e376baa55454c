import fs from "node:fs/promises";
import path from "node:path";
import { fromFileError } from "../../base/file-error.ts";

/** Far beyond any real configuration. */
export const MAX_CONFIG_BYTES = 16 << 20;

/** A configuration's text, "" where there is no such file; or why it can't be read, as a sentence. */
export type ConfigText = { readonly text: string } | { readonly fault: string };

/** Never rejects: whatever is wrong with the file is its fault. */
export async function readConfigText(
  file: string,
  maxBytes = MAX_CONFIG_BYTES,
): Promise<ConfigText> {
  const name = path.basename(file);
  try {
    const stat = await fs.stat(file);
    if (stat.isDirectory()) return { fault: `${name} is a folder, not a file.` };
    if (!stat.isFile()) return { fault: brokenEntry(name) };
    if (stat.size > maxBytes) return { fault: `${name} is larger than ${maxBytes >> 20} MiB.` };
    const bytes = await fs.readFile(file);
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { text: "" };
    if (code === "ELOOP") return { fault: brokenEntry(name) };
    if (error instanceof TypeError) return { fault: `${name} is not UTF-8 text.` };
    return { fault: fromFileError(error, file).message };
  }
}

/** Of an entry of a model's folder that leads nowhere or is neither file nor folder. */
export function brokenEntry(name: string): string {
  return `'${name}' is a broken link or a special file.`;
}
