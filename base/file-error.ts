import { dirname } from "node:path";
import { type StatusCode, StatusError } from "./status-error.ts";

const known: Record<string, readonly [StatusCode, (path: string) => string]> = {
  ENOSPC: [
    "RESOURCE_EXHAUSTED",
    (path) => `The disk that holds '${path}' is full; free some space and try again.`,
  ],
  EDQUOT: [
    "RESOURCE_EXHAUSTED",
    (path) => `The disk quota for '${path}' is used up; free some space and try again.`,
  ],
  EACCES: ["PERMISSION_DENIED", (path) => `There is no permission to use '${path}'.`],
  EPERM: ["PERMISSION_DENIED", (path) => `There is no permission to use '${path}'.`],
  EROFS: ["PERMISSION_DENIED", (path) => `'${path}' is on a read-only file system.`],
  ENOENT: ["NOT_FOUND", (path) => `'${path}' does not exist.`],
  ENOTDIR: [
    "FAILED_PRECONDITION",
    (path) => `A part of the path '${path}' is a file, not a folder.`,
  ],
  EISDIR: ["FAILED_PRECONDITION", (path) => `'${path}' is a folder, not a file.`],
  EEXIST: ["FAILED_PRECONDITION", (path) => `'${path}' is a file where a folder is needed.`],
};

/** Converts an error of node:fs to a StatusError with a sentence that names `path`. */
export function fromFileError(thrown: unknown, path: string): StatusError {
  if (thrown instanceof StatusError) return thrown;
  const entry = known[(thrown as NodeJS.ErrnoException).code ?? ""];
  if (entry) return new StatusError(entry[0], entry[1](path), { cause: thrown });
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return new StatusError("INTERNAL", `Using '${path}' failed: ${words}.`, { cause: thrown });
}

/** Like {@link fromFileError} for a file to write: the file may be missing, its folder may not. */
export function fromWriteError(thrown: unknown, file: string): StatusError {
  const { code } = thrown as NodeJS.ErrnoException;
  return fromFileError(thrown, code === "ENOENT" ? dirname(file) : file);
}
