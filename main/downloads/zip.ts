import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";
import { StatusError } from "../../base/status-error.ts";
import { fromFileError } from "../../base/file-error.ts";
import { countBytes, type ZipEntry } from "./entry.ts";

/** From here on files are stored: weights hardly become smaller, and the machine may be measuring. */
const STORED_FROM_BYTES = 1 << 20;
const DEFLATE = 8;
const UNIX = 3;
const nothing = new Uint8Array(0);

/**
 * The bytes of a .zip of the entries, in their order, read as they are asked for. Every entry is deflated, stored ones
 * in blocks that are not compressed, and followed by its lengths: what unpackers that read from a stream need.
 * Throws a StatusError that names the file.
 */
export async function* zipBytes(
  entries: readonly ZipEntry[],
  now: Date,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  for (const entry of entries) {
    const part = toZipInput(entry, now);
    zip.add(part);
    for await (const chunk of deflated(entry, part, onBytes)) {
      part.ondata?.(null, chunk, false);
      yield* made.splice(0);
    }
    part.ondata?.(null, nothing, true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}

function toZipInput({ path, content, modified, executable }: ZipEntry, now: Date): ZipInputFile {
  const isFolder = content.kind === "folder";
  const mode = isFolder ? 0o040755 : executable ? 0o100755 : 0o100644;
  return {
    filename: isFolder ? `${path}/` : path,
    size: 0,
    crc: 0,
    compression: DEFLATE,
    os: UNIX,
    // The high half is Unix's mode, and 0x10 a folder's mark in MS-DOS.
    attrs: mode * 2 ** 16 + (isFolder ? 0x10 : 0),
    mtime: inRange(modified ?? now),
  };
}

/** MS-DOS's years, which the format has. */
function inRange(time: Date): Date {
  const [first, last] = [new Date(1980, 0, 1), new Date(2099, 11, 31)];
  return time < first ? first : time > last ? last : time;
}

async function* deflated(
  entry: ZipEntry,
  part: ZipInputFile,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const bytes = countBytes(entry);
  const level = bytes < STORED_FROM_BYTES ? zlib.constants.Z_DEFAULT_COMPRESSION : 0;
  const deflate = zlib.createDeflateRaw({ level, chunkSize: 1 << 18 });
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      part.size += chunk.length;
      part.crc = zlib.crc32(chunk, part.crc);
      if (part.size > bytes) break;
      onBytes(chunk.length);
      yield chunk;
    }
    if (part.size !== bytes) throw changed(entry);
  };
  const done = pipeline(openContent(entry), counted, deflate);
  // Its error comes out of the iteration, too.
  done.catch(() => {});
  try {
    yield* deflate;
    await done;
  } catch (error) {
    throw fromFileError(error, entry.content.kind === "file" ? entry.content.file : entry.path);
  }
}

function openContent({ content }: ZipEntry): Readable {
  if (content.kind === "file") return createReadStream(content.file, { highWaterMark: 1 << 18 });
  return Readable.from(content.kind === "text" ? [Buffer.from(content.text)] : []);
}

function changed({ path }: ZipEntry): StatusError {
  return new StatusError(
    "ABORTED",
    `'${path}' changed while it was read; try again when nothing writes to it.`,
  );
}
