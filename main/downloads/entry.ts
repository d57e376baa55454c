import { StatusError } from "../../base/status-error.ts";

/** Something in a .zip. */
export interface ZipEntry {
  /** Relative, with '/'. */
  readonly path: string;
  readonly content:
    | { readonly kind: "text"; readonly text: string }
    /** `bytes`: its length when it was listed. */
    | { readonly kind: "file"; readonly file: string; readonly bytes: number }
    | { readonly kind: "folder" };
  /** Left out: the time of the request. */
  readonly modified?: Date;
  readonly executable?: boolean;
}

/** Without zip64, which older unpackers do not read, sizes and offsets have 32 bits, and the count of entries 16. */
const MAX_BYTES = 2e9;
const MAX_ENTRIES = 65_535;

export const countBytes = ({ content }: ZipEntry): number =>
  content.kind === "file"
    ? content.bytes
    : content.kind === "text"
      ? Buffer.byteLength(content.text)
      : 0;

/** The entries in the order of their paths. INVALID_ARGUMENT names a path that could lead elsewhere. */
export function inOrder(entries: readonly ZipEntry[]): ZipEntry[] {
  for (const { path } of entries) refuseOddPath(path);
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Their bytes. RESOURCE_EXHAUSTED where they are too many for a .zip. */
export function countTotalBytes(entries: readonly ZipEntry[]): number {
  const total = entries.reduce((sum, entry) => sum + countBytes(entry), 0);
  const instead = "Choose fewer models, or write the folder on the host's machine.";
  if (total > MAX_BYTES)
    throw new StatusError(
      "RESOURCE_EXHAUSTED",
      `The files have ${(total / 1e9).toFixed(1)} GB, and a .zip takes 2 GB at most. ${instead}`,
    );
  if (entries.length > MAX_ENTRIES)
    throw new StatusError(
      "RESOURCE_EXHAUSTED",
      `There are ${entries.length} files and folders, and a .zip takes ${MAX_ENTRIES} at most. ${instead}`,
    );
  return total;
}

function refuseOddPath(path: string): void {
  const parts = path.split("/");
  const leadsAway = parts.some((part) => part === "" || part === "." || part === "..");
  if (!leadsAway && !/[\\\p{Cc}]|^[a-z]:/iu.test(path)) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `The path ${JSON.stringify(path)} cannot be put into a .zip: names have no '\\' and no control character, and none is '..' or begins with a drive's letter.`,
  );
}
