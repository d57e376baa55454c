import { decodeStrings } from "../../requests/bytes-elements.ts";
import { elementCount } from "../../requests/datatypes.ts";
import type { OutputTensor } from "../../types.ts";
import type { Steps } from "../../../base/steps.ts";
import { type AnyArray, arrayFor } from "./json-tensor.ts";

/** An output's elements as JSON: a flat array. */
export function tensorToJson(output: OutputTensor): string {
  const { name, datatype, shape } = output;
  if (datatype === "BYTES") {
    return JSON.stringify(decodeStrings(output.data, elementCount(shape), name));
  }
  return `[${numbers(output, output.data)}]`;
}

/** Elements, or bytes of strings, per step. */
const STEP_ELEMENTS = 8192;
const STEP_TEXT_BYTES = 256 * 1024;

/** The same in steps, as consecutive pieces. */
export function* tensorToJsonPieces(output: OutputTensor): Steps<Buffer[]> {
  const pieces: Buffer[] = [Buffer.from("[")];
  if (output.datatype === "BYTES") yield* texts(output.data, pieces);
  else {
    const step = (STEP_ELEMENTS * output.data.byteLength) / elementCount(output.shape);
    for (let at = 0; at < output.data.byteLength; at += step) {
      const text = numbers(output, output.data.subarray(at, at + step));
      pieces.push(Buffer.from(at === 0 ? text : `,${text}`, "latin1"));
      yield;
    }
  }
  pieces.push(Buffer.from("]"));
  return pieces;
}

/** Elements of an output between commas. */
function numbers({ name, datatype }: OutputTensor, data: Uint8Array): string {
  // A copy, because a view may start at any byte.
  const { buffer } = new Uint8Array(data);
  const array: AnyArray = new (arrayFor(datatype, "sending", `output '${name}'`))(buffer);
  if (datatype === "BOOL") return Array.from(array as Uint8Array, (bit) => bit !== 0).join(",");
  return array.join(",");
}

/**
 * Appends the elements of a BYTES tensor; long ones in several pieces, split between characters.
 */
function* texts(data: Uint8Array, pieces: Buffer[]): Steps<void> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let piece = "";
  let count = 0;
  for (let at = 0; at < data.byteLength; ) {
    const end = at + 4 + view.getUint32(at, true);
    piece += at === 0 ? '"' : ',"';
    for (let from = at + 4; from < end; from += STEP_TEXT_BYTES) {
      const to = Math.min(end, from + STEP_TEXT_BYTES);
      piece += escaped(decoder.decode(data.subarray(from, to), { stream: to < end }));
      if (piece.length < STEP_TEXT_BYTES) continue;
      pieces.push(Buffer.from(piece));
      piece = "";
      yield;
    }
    piece += '"';
    at = end;
    count += 1;
    if (count % STEP_ELEMENTS === 0) yield;
  }
  if (piece !== "") pieces.push(Buffer.from(piece));
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
