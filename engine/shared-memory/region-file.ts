import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { StatusError } from "../../base/status-error.ts";

/** Where shm_open() of Linux has its files. */
export const SHARED_MEMORY_FOLDER = "/dev/shm";

/** As long as a file's name may be. */
const MAX_NAME_BYTES = 255;

/** Readable and writable as shm_open() opens it; without waiting for the other end of a FIFO. */
const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;

/** A shared memory object that a client made, open until it is closed, whether its name stays or not. */
export class RegionFile {
  readonly #fd: number;

  private constructor(fd: number) {
    this.#fd = fd;
  }

  /** INTERNAL in Triton's words where `key` names no shared memory object. */
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

  /** Fewer bytes where the file ends before. */
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
