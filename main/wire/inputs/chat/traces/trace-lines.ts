import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { unreadable } from "../../sources/files.ts";
import { invalid } from "../../sources/invalid.ts";

/** Of a file of which nothing but a sample is kept. */
const MAX_FILE_BYTES = 8 * 1024 ** 3;
const MAX_TEXT_BYTES = 512 * 1024 * 1024;
const MAX_LINE_BYTES = 32 * 1024 * 1024;
/** Little enough to hold up other work only briefly. */
const PIECE_BYTES = 256 * 1024;
const LINE_FEED = 10;

/** Digest and size of a file that was read. */
export interface FileDigest {
  readonly sha256: string;
  readonly bytes: number;
}

/** INVALID_ARGUMENT where a trace has more bytes of text than are kept. */
export function refuseLargeText(path: string, bytes: number): void {
  refuseLarge(path, bytes, MAX_TEXT_BYTES);
}

/** Reads a file in pieces between which other work has its turn. */
export async function readTracePieces(
  path: string,
  onPiece: (piece: Buffer) => void,
  signal?: AbortSignal,
): Promise<FileDigest> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    // Without waiting for the other end of a pipe. Windows has no such flag.
    await using handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = await handle.stat();
    if (!found.isFile()) throw invalid(`'${path}'`, "it is neither a file nor a folder.");
    refuseLarge(path, found.size, MAX_FILE_BYTES);
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(PIECE_BYTES) });
      if (bytesRead === 0) break;
      bytes += bytesRead;
      refuseLarge(path, bytes, MAX_FILE_BYTES);
      const piece = buffer.subarray(0, bytesRead);
      hash.update(piece);
      onPiece(piece);
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreadable(path, error);
  }
  return { sha256: hash.digest("hex"), bytes };
}

function refuseLarge(path: string, bytes: number, most: number): void {
  if (bytes <= most) return;
  throw invalid(
    `'${path}'`,
    `it has ${most === MAX_FILE_BYTES ? bytes : `more than ${most}`} bytes, and such a trace at most ${most}; split the file.`,
  );
}

/** Splits a text into lines. `onLine` gets each that is not blank, trimmed, with its number from 1. */
export class Lines {
  readonly #path: string;
  readonly #onLine: (line: string, number: number) => void;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #number = 0;
  #bytes = 0;

  constructor(path: string, onLine: (line: string, number: number) => void) {
    this.#path = path;
    this.#onLine = onLine;
  }

  push(piece: Buffer): void {
    this.#bytes += piece.length;
    refuseLarge(this.#path, this.#bytes, MAX_TEXT_BYTES);
    let from = 0;
    for (;;) {
      const end = piece.indexOf(LINE_FEED, from);
      this.#keep(piece.subarray(from, end === -1 ? piece.length : end));
      if (end === -1) return;
      this.#complete();
      from = end + 1;
    }
  }

  end(): void {
    if (this.#restBytes > 0) this.#complete();
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#restBytes += bytes.length;
    if (this.#restBytes > MAX_LINE_BYTES) {
      throw invalid(
        `'${this.#path}', line ${this.#number + 1}`,
        `it has more than ${MAX_LINE_BYTES} bytes.`,
      );
    }
    this.#rest.push(bytes);
  }

  #complete(): void {
    this.#number += 1;
    const bytes = this.#rest.length === 1 ? (this.#rest[0] as Buffer) : Buffer.concat(this.#rest);
    this.#rest = [];
    this.#restBytes = 0;
    // This also takes a byte order mark away.
    const line = bytes.toString("utf8").trim();
    if (line !== "") this.#onLine(line, this.#number);
  }
}
