import { constants } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { StatusError, type StatusCode } from "../../../../base/status-error.ts";

/** Without waiting for the other end of a pipe. Windows has no such flag. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** INVALID_ARGUMENT unless it is a regular file of at most `most` bytes; NOT_FOUND and PERMISSION_DENIED. */
export async function readBounded(file: string, most: number): Promise<Buffer> {
  try {
    await using handle = await open(file, READ);
    const found = await handle.stat();
    if (!found.isFile()) throw fileError("INVALID_ARGUMENT", file, "is not a file");
    if (found.size > most) throw tooLarge(file, found.size, most);
    // A file may grow in the meantime: one extra byte shows it.
    const bytes = Buffer.alloc(found.size + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) return bytes.subarray(0, length);
      length += bytesRead;
      if (length > found.size)
        throw fileError("INVALID_ARGUMENT", file, "changes while it is read");
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Names of the files in a folder, sorted by UTF-16 code units. */
export async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    throw unreadable(folder, error);
  }
}

export async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The path of a name from the server, which must not leave the folder; null if it does. */
export function within(folder: string, name: string): string | null {
  const file = path.resolve(folder, name);
  const relative = path.relative(path.resolve(folder), file);
  const outside =
    relative === "" || relative.split(path.sep)[0] === ".." || path.isAbsolute(relative);
  return outside || name.includes("\0") ? null : file;
}

export function unreadable(file: string, error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR")
    return fileError("NOT_FOUND", file, "does not exist");
  if (code === "EACCES" || code === "EPERM") {
    return fileError("PERMISSION_DENIED", file, "may not be read by this user");
  }
  return fileError("INVALID_ARGUMENT", file, `cannot be read: ${message}`);
}

function tooLarge(file: string, size: number, most: number): StatusError {
  return fileError("INVALID_ARGUMENT", file, `has ${size} bytes, more than ${most}`);
}

function fileError(code: StatusCode, file: string, problem: string): StatusError {
  return new StatusError(code, `'${file}' ${problem}.`, { details: { file } });
}
