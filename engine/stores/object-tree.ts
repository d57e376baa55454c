import { StatusError } from "../../base/status-error.ts";
import type { StoredObject } from "./object-store.ts";

/** A model's objects as files. */
export interface ObjectTree {
  /** By path, with "/" as the separator. */
  readonly files: ReadonlyMap<string, StoredObject>;
  /** Every folder, including empty ones, which keys with a trailing slash represent. */
  readonly folders: ReadonlySet<string>;
}

/** Limits per model. */
export const MAX_OBJECTS = 10_000;
const MAX_DEPTH = 32;
const MAX_NAME_BYTES = 255;

/**
 * Keys are hostile (OBJSTORE-8): throws INVALID_ARGUMENT for a key that can't be a file below the
 * model's folder, that differs from another only in case, or is both a file and a folder. `prefix`
 * ends in a slash.
 */
export function toObjectTree(objects: readonly StoredObject[], prefix: string): ObjectTree {
  const files = new Map<string, StoredObject>();
  const folders = new Set<string>();
  /** Names as case-insensitive file systems compare them. */
  const spellings = new Map<string, string>();
  const claim = (path: string, key: string) => {
    const folded = path.normalize("NFC").toLowerCase();
    const other = spellings.get(folded);
    if (other !== undefined && other !== path)
      throw badKey(key, `differs from '${other}' only in case or accents`);
    spellings.set(folded, path);
  };
  for (const object of objects) {
    const { key } = object;
    if (!key.startsWith(prefix)) throw badKey(key, "is outside the listed prefix");
    const isFolder = key.endsWith("/");
    const path = isFolder ? key.slice(prefix.length, -1) : key.slice(prefix.length);
    // The marker of the model's own folder.
    if (path === "" && isFolder) continue;
    const parts = path.split("/");
    checkParts(parts, key);
    for (let depth = 1; depth < parts.length + (isFolder ? 1 : 0); depth++) {
      const folder = parts.slice(0, depth).join("/");
      claim(folder, key);
      folders.add(folder);
    }
    if (isFolder) continue;
    if (!Number.isSafeInteger(object.size) || object.size < 0)
      throw badKey(key, `has the size ${object.size}`);
    claim(path, key);
    files.set(path, object);
  }
  for (const path of files.keys())
    if (folders.has(path)) throw badKey(path, "is both an object and a folder");
  return { files, folders };
}

/** Whether a path segment is safe on every file system. */
export function isSafeName(name: string): boolean {
  return (
    name !== "" &&
    name !== "." &&
    name !== ".." &&
    name.isWellFormed() &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES &&
    !/[/\\]|\p{Cc}/u.test(name) &&
    !(process.platform === "win32" && /[<>:"|?*]|[. ]$/.test(name))
  );
}

function checkParts(parts: readonly string[], key: string): void {
  if (parts.length > MAX_DEPTH) throw badKey(key, `is more than ${MAX_DEPTH} folders deep`);
  if (!parts.every(isSafeName)) throw badKey(key, "can't be a file's path");
}

function badKey(key: string, reason: string): StatusError {
  // Quoted, so that control characters are visible and harmless in a terminal.
  return new StatusError(
    "INVALID_ARGUMENT",
    `the object ${JSON.stringify(key.slice(0, 300))} ${reason}`,
  );
}
