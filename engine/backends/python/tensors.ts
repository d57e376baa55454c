import { StatusError } from "../../../base/status-error.ts";
import { eachBytesElement } from "../../requests/bytes-elements.ts";
import { ELEMENT_BYTES, elementCount } from "../../requests/datatypes.ts";
import type { OutputTensor, WireDatatype } from "../../types.ts";
import { padded } from "./frames.ts";
import type { ResponseMemory } from "./response-memory.ts";
import type { Pieces, SharedMemory } from "./shared-memory.ts";

/** Below this a copy into shared memory costs more than it saves. */
const INLINE_BYTES = 32 * 1024;
const MAX_DIMENSIONS = 64;

export interface SentTensor extends Pieces {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
}

/** A tensor in a frame: name, datatype, shape, byte length and, in shared memory, the offset. */
type Entry = (string | number | readonly number[])[];

export interface SentTensors {
  readonly entries: readonly Entry[];
  /** The slot in shared memory. */
  readonly slot: number | undefined;
  /** Bytes after the header, if they aren't in shared memory. */
  readonly parts: readonly Uint8Array[];
}

/** Writes tensors to where the process reads them: the only copy of their bytes. */
export function sendTensors(
  tensors: readonly SentTensor[],
  memory: SharedMemory | undefined,
): SentTensors {
  const entries = tensors.map(
    ({ name, datatype, shape, byteLength }): Entry => [name, datatype, shape, byteLength],
  );
  let total = 0;
  for (const { byteLength } of tensors) total += byteLength;
  const placed = total > INLINE_BYTES ? memory?.place(tensors) : undefined;
  if (placed !== undefined) {
    for (const [i, entry] of entries.entries()) entry.push(placed.offsets[i] ?? 0);
    return { entries, slot: placed.slot, parts: [] };
  }
  return { entries, slot: undefined, parts: tensors.map(joined) };
}

function joined({ segments }: SentTensor): Uint8Array {
  const [only] = segments;
  return segments.length === 1 && only ? only : Buffer.concat(segments);
}

/** Reads the tensors of one frame, in the order of its bytes. */
export class TensorReader {
  readonly #payload: Uint8Array;
  readonly #memory: SharedMemory | undefined;
  readonly #responses: ResponseMemory | undefined;
  #lent: Uint8Array[] = [];
  #at = 0;

  /**
   * `responses`: memory that shared-memory tensors are copied to; without it they get memory of
   * their own.
   */
  constructor(payload: Uint8Array, memory: SharedMemory | undefined, responses?: ResponseMemory) {
    this.#payload = payload;
    this.#memory = memory;
    this.#responses = responses;
  }

  /** Returns to `responses` what was taken since the last call; undefined if nothing was. */
  takeLease(): (() => void) | undefined {
    const lent = this.#lent;
    if (lent.length === 0) return undefined;
    this.#lent = [];
    return () => {
      for (const bytes of lent) this.#responses?.give(bytes);
    };
  }

  /** INTERNAL for an invalid entry or missing bytes. */
  read(entries: unknown): OutputTensor[] {
    if (!Array.isArray(entries)) throw unreadable("a list of tensors", entries);
    return entries.map((entry) => this.#tensor(entry));
  }

  #tensor(entry: unknown): OutputTensor {
    if (!Array.isArray(entry)) throw unreadable("a tensor", entry);
    const [name, type, dims, byteLength, offset] = entry as unknown[];
    if (typeof name !== "string" || !isDatatype(type) || !isShape(dims) || !isCount(byteLength)) {
      throw unreadable("a tensor", entry);
    }
    const expected = elementCount(dims) * ELEMENT_BYTES[type];
    if (type !== "BYTES" && byteLength !== expected) {
      throw new StatusError(
        "INTERNAL",
        `the Python process sent ${byteLength} bytes for tensor '${name}' of ${type} [${dims.join(",")}], which has ${expected}`,
      );
    }
    const data = offset === undefined ? this.#inline(byteLength) : this.#shared(offset, byteLength);
    if (type === "BYTES") eachBytesElement(data, elementCount(dims), name, () => {});
    return { name, datatype: type, shape: dims, data };
  }

  #inline(byteLength: number): Uint8Array {
    const end = this.#at + byteLength;
    if (end > this.#payload.byteLength) throw unreadable("a tensor's bytes", byteLength);
    const data = this.#payload.subarray(this.#at, end);
    this.#at += padded(byteLength);
    return data;
  }

  #shared(offset: unknown, byteLength: number): Uint8Array {
    if (this.#memory === undefined || !isCount(offset))
      throw unreadable("a tensor's place", offset);
    const responses = this.#responses;
    if (responses === undefined) return this.#memory.read(offset, byteLength);
    const bytes = this.#memory.read(offset, byteLength, (length) => responses.take(length));
    this.#lent.push(bytes);
    return bytes;
  }
}

function isDatatype(value: unknown): value is WireDatatype {
  return typeof value === "string" && Object.hasOwn(ELEMENT_BYTES, value);
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

function isShape(value: unknown): value is number[] {
  return Array.isArray(value) && value.length <= MAX_DIMENSIONS && value.every(isCount);
}

function unreadable(what: string, value: unknown): StatusError {
  const shown = JSON.stringify(value) ?? "nothing";
  return new StatusError(
    "INTERNAL",
    `the Python process sent ${shown.slice(0, 100)} as ${what}, which the engine can't read`,
  );
}
