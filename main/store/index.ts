export { atomicWriteFile } from "./atomic-write-file.ts";
export { type DataDirectory, type DataLock, openDataDirectory } from "./data-directory.ts";
export type { Db, Migration, SqlValue } from "./db.ts";
export { parsedJson } from "./parsed-json.ts";
export { describeIssue, type UnreadableRow, unreadableRow } from "./unreadable.ts";
export { migrate, refuseNewer } from "./migrate.ts";
export { SqliteDb } from "./sqlite-db.ts";
