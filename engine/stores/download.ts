import { type FileHandle, open, rm } from "node:fs/promises";
import { fromFileError } from "../../base/file-error.ts";
import { StatusError } from "../../base/status-error.ts";
import { DigestCheck } from "./digests.ts";
import type { ObjectBody, ObjectStore, StoredObject } from "./object-store.ts";

export interface DownloadOptions {
  readonly signal: AbortSignal;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A stream that sends no data for this long is ended. */
  readonly stallMs: number;
  /** Receives how much of the object there is so far. */
  readonly onBytes?: (bytes: number) => void;
}

/** Maximum number of resumes of a broken stream. */
const MAX_RESUMES = 3;
const FIRST_PAUSE_MS = 500;
const READ_BYTES = 1 << 20;

/**
 * Appends the object's content to `part` and checks size and digests (OBJSTORE-9). After a network
 * failure the partial file stays and a later call resumes it; wrong content is removed.
 */
export async function download(
  store: ObjectStore,
  object: StoredObject,
  part: string,
  options: DownloadOptions,
): Promise<void> {
  for (let failures = 0; ; failures++) {
    const file = await open(part, "a+", 0o600).catch((error: unknown) => {
      throw fromFileError(error, part);
    });
    try {
      return await attempt(store, object, file, options);
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (options.signal.aborted) throw stopped(object);
      if (error.code === "DATA_LOSS" || error.code === "RESOURCE_EXHAUSTED")
        await rm(part, { force: true });
      if (error.code !== "UNAVAILABLE") throw error;
      if (failures === MAX_RESUMES) {
        const { message } = error;
        throw new StatusError(
          "UNAVAILABLE",
          `${message} The download of ${shown(object)} was resumed ${MAX_RESUMES} times; the next load continues it.`,
          { cause: error },
        );
      }
    } finally {
      await file.close();
    }
    await options.delay(FIRST_PAUSE_MS * 2 ** failures, options.signal).catch(() => {
      throw stopped(object);
    });
  }
}

async function attempt(
  store: ObjectStore,
  object: StoredObject,
  file: FileHandle,
  { signal, stallMs, onBytes }: DownloadOptions,
): Promise<void> {
  const stalled = new AbortController();
  const either = AbortSignal.any([signal, stalled.signal]);
  let timer = setTimeout(() => stalled.abort(), stallMs);
  try {
    let { size: from } = await file.stat();
    // Nothing is left to read if it is complete, and ranges can't be empty.
    if (from >= object.size) from = await restart(file);
    let body = await store.read(object, { from, signal: either });
    if (from > 0 && Object.keys(body.digests).length === 0) {
      // Without a digest of the whole nothing would prove that the first part is correct.
      await discard(body);
      from = await restart(file);
      body = await store.read(object, { from, signal: either });
    }
    const check = new DigestCheck(body.digests);
    await readAgain(file, from, check);
    let written = from;
    for await (const chunk of body.chunks) {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), stallMs);
      written += chunk.length;
      if (written > object.size) throw wrongContent(object, `is longer than ${object.size} bytes`);
      check.update(chunk);
      await writeAll(file, chunk);
      onBytes?.(written);
    }
    either.throwIfAborted();
    if (written < object.size)
      throw new StatusError(
        "UNAVAILABLE",
        `The store sent ${written} of ${object.size} bytes of ${shown(object)}.`,
      );
    const wrong = check.mismatch();
    if (wrong !== undefined)
      throw wrongContent(object, `has a different ${wrong} than the store reports`);
    await file.sync();
  } catch (thrown) {
    if (stalled.signal.aborted)
      throw new StatusError(
        "UNAVAILABLE",
        `The store sent nothing of ${shown(object)} for ${stallMs / 1000} s.`,
        { cause: thrown },
      );
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

async function restart(file: FileHandle): Promise<0> {
  await file.truncate(0);
  return 0;
}

async function discard({ chunks }: ObjectBody): Promise<void> {
  await chunks[Symbol.asyncIterator]().return?.();
}

/** Bytes from an earlier attempt. */
async function readAgain(file: FileHandle, length: number, check: DigestCheck): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, length));
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, length - at), at);
    if (bytesRead === 0) return;
    check.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done).catch((error: unknown) => {
      throw fromFileError(error, "the model cache");
    });
    done += bytesWritten;
  }
}

const shown = ({ key }: StoredObject): string => JSON.stringify(key.slice(0, 300));

function wrongContent(object: StoredObject, reason: string): StatusError {
  return new StatusError(
    "DATA_LOSS",
    `The downloaded content of ${shown(object)} ${reason}; it was removed.`,
  );
}

function stopped(object: StoredObject): StatusError {
  return new StatusError("CANCELLED", `The download of ${shown(object)} was stopped.`);
}
