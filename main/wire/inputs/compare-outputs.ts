import type { ResponseTensor } from "./response-outputs.ts";
import {
  type ElementValue,
  encodeElements,
  isWireDatatype,
  KINDS,
  splitTexts,
} from "./elements.ts";
import type { ExpectedOutput } from "./request-set.ts";
import { elementsIn } from "./tensor.ts";

/** |answer − expected| ≤ absolute + relative × |expected|, like NumPy's allclose. */
export interface Tolerance {
  readonly relative: number;
  readonly absolute: number;
}

/** NumPy's; half precision has 11 and bfloat16 8 significant bits, which a single rounding may miss. */
const TOLERANCES: Readonly<Record<string, Tolerance>> = {
  FP64: { relative: 1e-5, absolute: 1e-8 },
  FP32: { relative: 1e-5, absolute: 1e-8 },
  FP16: { relative: 1e-3, absolute: 1e-5 },
  BF16: { relative: 1e-2, absolute: 1e-5 },
};

/**
 * Describes the first difference; null if every expected output is present and equal. Integers, BOOL and BYTES are
 * compared exactly, floating point within the tolerance of its datatype; NaN equals NaN. Other outputs are ignored.
 */
export function findDifference(
  expected: readonly ExpectedOutput[],
  outputs: readonly ResponseTensor[],
): string | null {
  for (const wanted of expected) {
    const output = outputs.find(({ name }) => name === wanted.name);
    if (!output) return `Output '${wanted.name}' is missing.`;
    const difference = tensorDiffers(wanted, output);
    if (difference !== null) return difference;
  }
  return null;
}

function tensorDiffers({ name, shape, content }: ExpectedOutput, output: ResponseTensor) {
  const { datatype } = output;
  if (shape && shape.join() !== output.shape.join()) {
    return `Output '${name}' has shape [${output.shape.join(",")}], expected [${shape.join(",")}].`;
  }
  if (!isWireDatatype(datatype)) return `Output '${name}' is of datatype '${datatype}'.`;
  const wanted = toBytes(content, datatype, name);
  if (typeof wanted === "string") return wanted;
  return datatype === "BYTES"
    ? textsDiffer(name, wanted, output.data)
    : numbersDiffer(name, datatype, wanted, output);
}

const encoded = new WeakMap<readonly ElementValue[], { datatype: string; bytes: Uint8Array }>();

/** The expected bytes in the response's datatype; a message if they don't fit it. */
function toBytes(
  content: ExpectedOutput["content"],
  datatype: string,
  name: string,
): Uint8Array | string {
  if ("fixed" in content) return datatype === "BYTES" ? content.texts : content.fixed;
  const known = encoded.get(content);
  if (known?.datatype === datatype) return known.bytes;
  if (!isWireDatatype(datatype)) return `Output '${name}' is of datatype '${datatype}'.`;
  try {
    const bytes = encodeElements(datatype, content, `The expected output '${name}'`);
    encoded.set(content, { datatype, bytes });
    return bytes;
  } catch (error) {
    return (error as Error).message;
  }
}

function numbersDiffer(
  name: string,
  datatype: Exclude<Parameters<typeof encodeElements>[0], "BYTES">,
  wanted: Uint8Array,
  { data, shape }: ResponseTensor,
): string | null {
  const { bytes, whole, read } = KINDS[datatype];
  const count = elementsIn(shape);
  if (data.byteLength !== count * bytes) {
    return `Output '${name}' has ${data.byteLength} bytes, which is not [${shape.join(",")}] of ${datatype}.`;
  }
  if (wanted.byteLength !== data.byteLength) {
    return `Output '${name}' has ${count} elements, expected ${wanted.byteLength / bytes}.`;
  }
  if (Buffer.compare(wanted, data) === 0) return null;
  const want = new DataView(wanted.buffer, wanted.byteOffset, wanted.byteLength);
  const got = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const tolerance = TOLERANCES[datatype];
  for (let i = 0; i < count; i++) {
    const a = read(want, i * bytes);
    const b = read(got, i * bytes);
    const same = whole || !tolerance ? a === b : close(Number(a), Number(b), tolerance);
    if (!same) return `Output '${name}' has ${b} at ${place(i, shape)}, expected ${a}.`;
  }
  return null;
}

function close(expected: number, actual: number, { relative, absolute }: Tolerance): boolean {
  if (expected === actual) return true;
  if (Number.isNaN(expected)) return Number.isNaN(actual);
  if (!Number.isFinite(expected)) return false;
  return Math.abs(actual - expected) <= absolute + relative * Math.abs(expected);
}

function textsDiffer(name: string, wanted: Uint8Array, data: Uint8Array): string | null {
  if (Buffer.compare(wanted, data) === 0) return null;
  const want = splitTexts(wanted);
  const got = splitTexts(data);
  if (!got) return `Output '${name}' is broken: its texts and their lengths disagree.`;
  if (!want)
    return `The expected output '${name}' is broken: its texts and their lengths disagree.`;
  if (want.length !== got.length) {
    return `Output '${name}' has ${got.length} elements, expected ${want.length}.`;
  }
  const at = want.findIndex((text, i) => Buffer.compare(text, got[i] as Uint8Array) !== 0);
  return `Output '${name}' has ${shown(got[at])} at element ${at}, expected ${shown(want[at])}.`;
}

const MAX_SHOWN = 60;

function shown(text: Uint8Array | undefined): string {
  const whole = Buffer.from(text ?? []).toString("utf8");
  return JSON.stringify(whole.length <= MAX_SHOWN ? whole : `${whole.slice(0, MAX_SHOWN)}…`);
}

/** An element's index in every dimension. */
function place(element: number, shape: readonly number[]): string {
  let rest = element;
  const index = shape.toReversed().map((size) => {
    const at = rest % size;
    rest = Math.floor(rest / size);
    return at;
  });
  return `[${index.toReversed().join(",")}]`;
}
