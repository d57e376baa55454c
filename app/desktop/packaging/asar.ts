import fs from "node:fs";

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly unpacked?: boolean;
}

export interface PackagedFile {
  readonly path: string;
  /** Stored next to the archive, not in it. */
  readonly unpacked: boolean;
}

/**
 * Lists the files in an asar archive. Its header is JSON; the file's fourth 32-bit number is the
 * header's length.
 */
export function listAsar(archive: string): PackagedFile[] {
  const bytes = fs.readFileSync(archive);
  const header = JSON.parse(bytes.toString("utf8", 16, 16 + bytes.readUInt32LE(12))) as Entry;
  const walk = (entry: Entry, path: string): PackagedFile[] =>
    entry.files
      ? Object.entries(entry.files).flatMap(([name, child]) =>
          walk(child, path === "" ? name : `${path}/${name}`),
        )
      : [{ path, unpacked: entry.unpacked === true }];
  return walk(header, "");
}
