import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { StatusError } from "../../base/status-error.ts";

/** Folder of shm_open()'s files on Linux. */
export const SHARED_MEMORY_FOLDER = "/dev/shm";

/** Longest file name. */
const MAX_NAME_BYTES = 255;

/**
 * Opened for reading and writing like shm_open() does; without waiting for the other end of a FIFO.
 */
const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;

/** A client's shared memory object, open until it is closed, even if its name is removed. */
export class RegionFile {
  readonly #fd: number;

  private constructor(fd: number) {
    this.#fd = fd;
  }

  /** INTERNAL with Triton's message if `key` isn't a shared memory object. */
  static open(folder: string, key: string): RegionFile {
    const name = key.replace(/^\/+/, "");
    const isName = name !== "" && !/[/\0]/.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;
    if (!isName) throw unopenable(key);
    let fd: number;
    try {
      fd = openSync(join(folder, name), O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    } catch (error) {
      throw unopenable(key, error);
    }
    if (!fstatSync(fd).isFile()) {
      closeSync(fd);
      throw unopenable(key);
    }
    return new RegionFile(fd);
  }

  get size(): number {
    return fstatSync(this.#fd).size;
  }

  /** Fewer bytes if the file ends earlier. */
  read(offset: number, byteLength: number): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(byteLength);
    let filled = 0;
    while (filled < byteLength) {
      const count = readSync(this.#fd, bytes, filled, byteLength - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  }

  write(bytes: Uint8Array, offset: number): void {
    let written = 0;
    while (written < bytes.byteLength) {
      const left = bytes.byteLength - written;
      written += writeSync(this.#fd, bytes, written, left, offset + written);
    }
  }

  close(): void {
    closeSync(this.#fd);
  }
}

function unopenable(key: string, cause?: unknown): StatusError {
  return new StatusError("INTERNAL", `Unable to open shared memory region: '${key}'`, { cause });
}
