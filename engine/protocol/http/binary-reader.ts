import type { InputTensor } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { type Body, sliceSegments } from "./body.ts";
import type { Call } from "./call.ts";
import type { BinaryInput } from "./request-memory.ts";

export interface InferBody {
  readonly call: Call;
  readonly body: Body;
  /** Bytes of JSON before the binary data. If absent, the whole body is JSON. */
  readonly jsonBytes: number | undefined;
}

/** Reads the tensors after the JSON one by one. */
export class BinaryReader {
  readonly #source: InferBody;
  #at: number;

  constructor(source: InferBody) {
    this.#source = source;
    this.#at = source.jsonBytes ?? source.body.byteLength;
  }

  read({ name, datatype, shape, byteLength }: BinaryInput): InputTensor {
    const { body, call } = this.#source;
    const missing = this.#at + byteLength - body.byteLength;
    if (missing > 0) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `unexpected size for input '${name}', expecting ${missing} additional bytes for model '${call.captures[0]}'`,
      );
    }
    const segments = sliceSegments(body, this.#at, byteLength);
    this.#at += byteLength;
    return { name, datatype, shape, segments, byteLength };
  }

  end(): void {
    const { body, call } = this.#source;
    if (this.#at >= body.byteLength) return;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `unexpected additional input data for model '${call.captures[0]}'`,
    );
  }
}
