import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { StatusError } from "../../../base/status-error.ts";

/** A file system in memory: nothing is written to a disk. */
const FOLDER = "/dev/shm";
const ALIGNMENT = 64;
const MIN_SLOT = 4096;

/** A tensor's bytes as on the wire. */
export interface Pieces {
  readonly segments: readonly Uint8Array[];
  readonly byteLength: number;
}

/** Allocates memory with arbitrary content. */
export type TakeMemory = (byteLength: number) => Uint8Array;

export interface Placed {
  readonly slot: number;
  readonly offsets: readonly number[];
}

/**
 * Two files in memory that the engine and one Python process share: each side writes one and reads
 * the other, and the process maps both. They are unlinked from the start: nothing is left when both
 * have ended, however they end.
 */
export class SharedMemory {
  /** File descriptors for the process: what the engine writes, and what the process writes. */
  readonly inputs: number;
  readonly outputs: number;
  /** Released slots by size. */
  readonly #free = new Map<number, number[]>();
  readonly #lent = new Map<number, number>();
  #end = 0;
  /** Last known size of the file that the process writes. */
  #written = 0;
  /** Descriptors of closed files are reused by the system. */
  #closed = false;

  private constructor(inputs: number, outputs: number) {
    this.inputs = inputs;
    this.outputs = outputs;
  }

  /** Undefined if the folder is missing or not writable: tensors then go through a pipe. */
  static open(folder = FOLDER): SharedMemory | undefined {
    if (!existsSync(folder)) return undefined;
    try {
      return new SharedMemory(openNameless(folder), openNameless(folder));
    } catch {
      return undefined;
    }
  }

  /** Writes tensors into one slot. Undefined if there is no room. */
  place(tensors: readonly Pieces[]): Placed | undefined {
    if (this.#closed) return undefined;
    const length = tensors.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0);
    const size = 2 ** Math.ceil(Math.log2(Math.max(MIN_SLOT, length)));
    const slot = this.#take(size);
    const offsets: number[] = [];
    let at = slot;
    try {
      for (const { segments, byteLength } of tensors) {
        offsets.push(at);
        let position = at;
        for (const segment of segments) position += writeAll(this.inputs, segment, position);
        at += aligned(byteLength);
      }
    } catch {
      this.give(slot);
      return undefined;
    }
    return { slot, offsets };
  }

  /** The process no longer reads a slot. Unknown numbers are ignored. */
  give(slot: number): void {
    const size = this.#lent.get(slot);
    if (size === undefined) return;
    this.#lent.delete(slot);
    const free = this.#free.get(size) ?? [];
    free.push(slot);
    this.#free.set(size, free);
  }

  /**
   * Reads what the process wrote into memory from `take`. INTERNAL if it is outside of the file;
   * nothing is allocated then.
   */
  read(offset: number, byteLength: number, take: TakeMemory = takeNew): Uint8Array {
    if (offset < 0 || offset + byteLength > this.#sizeOf(offset + byteLength)) {
      throw new StatusError(
        "INTERNAL",
        `the Python process placed ${byteLength} bytes at ${offset} of its shared memory, beyond its end`,
      );
    }
    const bytes = take(byteLength);
    let filled = 0;
    while (filled < byteLength) {
      const count = readSync(this.outputs, bytes, filled, byteLength - filled, offset + filled);
      if (count === 0)
        throw new StatusError("INTERNAL", "the Python process cut its shared memory");
      filled += count;
    }
    return bytes;
  }

  /** The file only grows: its size is checked only for offsets beyond the last known one. */
  #sizeOf(needed: number): number {
    if (this.#closed) return 0;
    if (needed > this.#written) this.#written = fstatSync(this.outputs).size;
    return this.#written;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.inputs);
    closeSync(this.outputs);
  }

  #take(size: number): number {
    let slot = this.#free.get(size)?.pop();
    if (slot === undefined) {
      slot = this.#end;
      this.#end += size;
      // The process maps the current file.
      ftruncateSync(this.inputs, this.#end);
    }
    this.#lent.set(slot, size);
    return slot;
  }
}

function openNameless(folder: string): number {
  const path = join(folder, `batchdeck-${randomUUID()}`);
  const fd = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  return fd;
}

function writeAll(fd: number, bytes: Uint8Array, position: number): number {
  let written = 0;
  while (written < bytes.byteLength) {
    written += writeSync(fd, bytes, written, bytes.byteLength - written, position + written);
  }
  return written;
}

const aligned = (byteLength: number): number => Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT;

const takeNew = (byteLength: number): Uint8Array => Buffer.allocUnsafeSlow(byteLength);
