import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SHARED_MEMORY_FOLDER } from "../region-file.ts";

/** Appended to the titles of skipped tests. */
export const missingFolder = existsSync(SHARED_MEMORY_FOLDER)
  ? undefined
  : `this system has no ${SHARED_MEMORY_FOLDER}`;

/** A shared memory object as a client would create it with shm_open(). */
export class SharedObject implements Disposable {
  readonly key = `/batchdeck-test-${randomUUID()}`;
  readonly path = join(SHARED_MEMORY_FOLDER, this.key);

  constructor(bytes: Uint8Array | number) {
    writeFileSync(this.path, typeof bytes === "number" ? new Uint8Array(bytes) : bytes);
  }

  get bytes(): Buffer {
    return readFileSync(this.path);
  }

  write(data: Uint8Array, byteOffset: number): void {
    const { bytes } = this;
    bytes.set(data, byteOffset);
    writeFileSync(this.path, bytes);
  }

  floats(byteOffset: number, count: number): number[] {
    const { bytes } = this;
    return Array.from({ length: count }, (_, i) => bytes.readFloatLE(byteOffset + 4 * i));
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { force: true });
  }
}
