import { MAX_TEXT_ELEMENTS, tooManyTexts } from "../../requests/bytes-elements.ts";
import { ELEMENT_BYTES, elementCount } from "../../requests/datatypes.ts";
import type { WireDatatype } from "../../types.ts";
import type { Segments } from "../bytes-tensor.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { Steps } from "../../../base/steps.ts";
import { FieldReader, truncated } from "./field-reader.ts";

/**
 * Limit of one tensor's decoded bytes: the default message size, since one byte on the wire may
 * become eight.
 */
const MAX_DECODED_BYTES = 64 * 1024 * 1024;

/**
 * The lists of InferTensorContents by field number, with the datatype that Triton assumes for their
 * elements.
 */
const LISTS: Readonly<Record<number, WireDatatype>> = {
  1: "BOOL",
  2: "INT32",
  3: "INT64",
  4: "UINT32",
  5: "UINT64",
  6: "FP32",
  7: "FP64",
  8: "BYTES",
};

/** Where the elements of a datatype are. */
const FIELDS: Readonly<Partial<Record<WireDatatype, number>>> = {
  BOOL: 1,
  INT8: 2,
  INT16: 2,
  INT32: 2,
  INT64: 3,
  UINT8: 4,
  UINT16: 4,
  UINT32: 4,
  UINT64: 5,
  FP32: 6,
  FP64: 7,
  BYTES: 8,
};

export interface TypedTensor {
  readonly model: string;
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  /** InferTensorContents messages. */
  readonly contents: readonly Uint8Array[];
}

/**
 * Decodes typed `contents` to the bytes that `raw_input_contents` would hold. Stores only as many
 * elements as the shape has; `byteLength` counts the rest too. INVALID_ARGUMENT for a list of
 * another type.
 */
export function* contentsSegments(tensor: TypedTensor): Steps<Segments> {
  const { model, name, datatype, contents } = tensor;
  const own = FIELDS[datatype as WireDatatype];
  if (own === undefined) {
    // An unknown datatype is rejected later, when the model's is known.
    if (!Object.hasOwn(ELEMENT_BYTES, datatype)) return { segments: [], byteLength: 0 };
    throw new StatusError(
      "INVALID_ARGUMENT",
      `input '${name}' has data-type '${datatype}', which typed contents cannot carry: send it in raw_input_contents`,
    );
  }
  const target = targetFor(tensor, datatype as WireDatatype);
  for (const bytes of contents) {
    const fields = new FieldReader(bytes);
    while (fields.next()) {
      const list = LISTS[fields.number];
      if (list === undefined) fields.skip();
      else if (fields.number === own) {
        const steps = target.take(fields);
        if (steps) yield* steps;
      } else if (fields.skip() > 0) {
        throw new StatusError(
          "INVALID_ARGUMENT",
          `unexpected explicit tensor data for input tensor '${name}' for model '${model}' of type '${list}', expected datatype '${datatype}'`,
        );
      }
      if (fields.count % STEP_FIELDS === 0) yield;
    }
  }
  return target.segments();
}

/** Fields, or elements within a field, per time slice step. */
const STEP_FIELDS = 8192;
const STEP_ELEMENTS = 32 * 1024;

/** Where decoded elements go. */
interface Target {
  /** Decodes the current field; in steps if it holds many elements. */
  take(fields: FieldReader): Steps<void> | void;
  segments(): Segments;
}

function targetFor(tensor: TypedTensor, datatype: WireDatatype): Target {
  const size = ELEMENT_BYTES[datatype];
  const bytes = tensor.contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const [batch = 1, ...dims] = tensor.shape;
  // A batch of 0 counts as 1.
  const elements = elementCount([Math.max(1, batch), ...dims]);
  const capacity = elements > 0 ? Math.min(elements, bytes) : 0;
  if (capacity * size > MAX_DECODED_BYTES) {
    throw new StatusError(
      "RESOURCE_EXHAUSTED",
      `the typed contents of input '${tensor.name}' have ${capacity * size} bytes when decoded: at most ${MAX_DECODED_BYTES} are taken, send it in raw_input_contents`,
    );
  }
  if (datatype === "BYTES") return new TextTarget(tensor.name, capacity, bytes);
  if (datatype === "FP32" || datatype === "FP64") return new FixedTarget(capacity, size);
  if (size === 8) return new WideTarget(capacity);
  return new NarrowTarget(new NARROW[datatype as keyof typeof NARROW](capacity), datatype);
}

const NARROW = {
  BOOL: Uint8Array,
  INT8: Int8Array,
  INT16: Int16Array,
  INT32: Int32Array,
  UINT8: Uint8Array,
  UINT16: Uint16Array,
  UINT32: Uint32Array,
};

/** Elements encoded as varints, packed or one by one. */
abstract class VarintTarget implements Target {
  protected count = 0;

  *take(fields: FieldReader): Steps<void> {
    if (fields.type === 0) fields.at = this.read(fields.bytes, fields.at, fields.bytes.length, 1);
    else if (fields.type === 2) {
      const end = fields.blockEnd();
      while (fields.at < end) {
        fields.at = this.read(fields.bytes, fields.at, end, STEP_ELEMENTS);
        if (fields.at < end) yield;
      }
    } else fields.skip();
  }

  /**
   * Reads up to `most` elements and returns where the next one starts. Counts elements that don't
   * fit.
   */
  protected abstract read(bytes: Buffer, at: number, end: number, most: number): number;
  abstract segments(): Segments;
}

/** The low 32 bits of each varint, truncated to narrower types. */
class NarrowTarget extends VarintTarget {
  readonly #array: InstanceType<(typeof NARROW)[keyof typeof NARROW]>;
  readonly #isBool: boolean;

  constructor(array: InstanceType<(typeof NARROW)[keyof typeof NARROW]>, datatype: WireDatatype) {
    super();
    this.#array = array;
    this.#isBool = datatype === "BOOL";
  }

  protected override read(bytes: Buffer, start: number, end: number, most: number): number {
    const array = this.#array;
    const isBool = this.#isBool;
    const capacity = array.length;
    let { count } = this;
    let at = start;
    for (let i = 0; i < most && at < end; i++) {
      let byte = bytes[at++] as number;
      let value = byte & 127;
      let high = 0;
      for (let shift = 7; byte > 127; shift += 7) {
        if (at >= end || shift > 63) throw truncated();
        byte = bytes[at++] as number;
        if (shift < 32) value |= (byte & 127) << shift;
        high |= byte & 127;
      }
      if (count < capacity) array[count] = isBool ? Number((value | high) !== 0) : value;
      count += 1;
    }
    this.count = count;
    return at;
  }

  override segments(): Segments {
    return toSegments(this.#array, this.count, this.#array.BYTES_PER_ELEMENT);
  }
}

/** 64-bit integers as pairs of 32-bit words, low word first. */
class WideTarget extends VarintTarget {
  readonly #words: Uint32Array;

  constructor(capacity: number) {
    super();
    this.#words = new Uint32Array(capacity * 2);
  }

  protected override read(bytes: Buffer, start: number, end: number, most: number): number {
    const words = this.#words;
    const capacity = words.length / 2;
    let { count } = this;
    let at = start;
    for (let i = 0; i < most && at < end; i++) {
      let byte = bytes[at++] as number;
      let low = byte & 127;
      let high = 0;
      for (let shift = 7; byte > 127; shift += 7) {
        if (at >= end || shift > 63) throw truncated();
        byte = bytes[at++] as number;
        const bits = byte & 127;
        if (shift < 28) low |= bits << shift;
        else if (shift === 28) {
          low |= bits << 28;
          high = bits >>> 4;
        } else high |= bits << (shift - 32);
      }
      if (count < capacity) {
        words[count * 2] = low;
        words[count * 2 + 1] = high;
      }
      count += 1;
    }
    this.count = count;
    return at;
  }

  override segments(): Segments {
    return toSegments(this.#words, this.count, 8);
  }
}

/**
 * Elements of 4 or 8 bytes, which have the same form on the wire and in memory: a view if they are
 * contiguous.
 */
class FixedTarget implements Target {
  readonly #capacity: number;
  readonly #size: number;
  readonly #segments: Uint8Array[] = [];
  #byteLength = 0;

  constructor(capacity: number, size: number) {
    this.#capacity = capacity;
    this.#size = size;
  }

  take(fields: FieldReader): void {
    const single = this.#size === 4 ? 5 : 1;
    if (fields.type !== 2 && fields.type !== single) {
      fields.skip();
      return;
    }
    const end = fields.type === 2 ? fields.blockEnd() : fields.at + this.#size;
    if ((end - fields.at) % this.#size !== 0 || end > fields.bytes.length) throw truncated();
    this.#add(fields.bytes.subarray(fields.at, end));
    fields.at = end;
  }

  segments(): Segments {
    return { segments: this.#segments, byteLength: this.#byteLength };
  }

  /** Single elements are copied together: a view each would cost far more than its bytes. */
  #add(block: Uint8Array): void {
    const room = this.#capacity * this.#size - this.#byteLength;
    const wanted = block.subarray(0, Math.max(0, room));
    const last = this.#segments.at(-1);
    if (last === undefined && block.byteLength > this.#size) this.#segments.push(wanted);
    else if (wanted.byteLength > 0) this.#joined().set(wanted, this.#byteLength);
    this.#byteLength += block.byteLength;
  }

  #all: Uint8Array | undefined;

  /** Memory for all elements; keeps those read before. */
  #joined(): Uint8Array {
    if (this.#all === undefined) {
      this.#all = new Uint8Array(this.#capacity * this.#size);
      const [before] = this.#segments.splice(0);
      if (before !== undefined) this.#all.set(before);
      this.#segments.push(this.#all);
    }
    return this.#all;
  }
}

/** BYTES elements in one buffer, each preceded by its length (u32). */
class TextTarget implements Target {
  readonly #input: string;
  readonly #bytes: Buffer;
  #count = 0;
  #at = 0;

  constructor(input: string, capacity: number, contentBytes: number) {
    this.#input = input;
    this.#bytes = Buffer.allocUnsafe(contentBytes + Math.min(capacity, MAX_TEXT_ELEMENTS) * 4);
  }

  take(fields: FieldReader): void {
    if (fields.type !== 2) {
      fields.skip();
      return;
    }
    const end = fields.blockEnd();
    this.#count += 1;
    if (this.#count > MAX_TEXT_ELEMENTS) throw tooManyTexts(this.#input, this.#count);
    const length = end - fields.at;
    // Beyond the shape's elements a length may not fit; the byte count is wrong in any case.
    if (this.#at + 4 + length <= this.#bytes.length) {
      this.#bytes.writeUInt32LE(length, this.#at);
      fields.bytes.copy(this.#bytes, this.#at + 4, fields.at, end);
    }
    this.#at += 4 + length;
    fields.at = end;
  }

  segments(): Segments {
    const bytes = this.#bytes.subarray(0, this.#at);
    return { segments: [bytes], byteLength: this.#at };
  }
}

function toSegments(array: ArrayBufferView, count: number, size: number): Segments {
  const length = Math.min(count * size, array.byteLength);
  const bytes = new Uint8Array(array.buffer, array.byteOffset, length);
  return { segments: [bytes], byteLength: count * size };
}
