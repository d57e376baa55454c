import path from "node:path";
import { StatusError } from "../../base/status-error.ts";

/** SQLite's primary result codes that a user can do something about (sqlite.org/rescode.html). */
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** An error of node:sqlite as a StatusError that names the data directory. */
export function fromSqliteError(thrown: unknown, file: string): StatusError {
  if (thrown instanceof StatusError) return thrown;
  const code = (thrown as { errcode?: number }).errcode;
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  const directory = path.dirname(file);
  const error = (status: ConstructorParameters<typeof StatusError>[0], message: string) =>
    new StatusError(status, message, { cause: thrown, details: { directory } });
  switch ((code ?? 0) & 0xff) {
    case FULL:
      return error(
        "RESOURCE_EXHAUSTED",
        `The disk that holds the data directory '${directory}' is full; free some space and try again. ` +
          "What was saved before is intact.",
      );
    case BUSY:
      return error("UNAVAILABLE", `The database in '${directory}' is in use; try again.`);
    case READONLY:
      return error("PERMISSION_DENIED", `The data directory '${directory}' cannot be written to.`);
    case CANTOPEN:
      return error(
        "PERMISSION_DENIED",
        `The data directory '${directory}' cannot be used: '${path.basename(file)}' cannot be opened in it for writing.`,
      );
    case IOERR:
      return error("INTERNAL", `Reading or writing in '${directory}' failed: ${words}.`);
    case CORRUPT:
    case NOTADB:
      return error(
        "DATA_LOSS",
        `The database '${file}' is damaged (${words}); move it away, or put a backup copy in its place.`,
      );
    default:
      return error("INTERNAL", `The database failed: ${words}.`);
  }
}
