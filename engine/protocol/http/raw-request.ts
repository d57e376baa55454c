import { ELEMENT_BYTES, elementCount } from "../../requests/datatypes.ts";
import type { Engine, InferRequest, InputTensor, TensorMetadata } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { Body } from "./body.ts";
import type { Call } from "./call.ts";

/** A body without JSON is the model's only input; all outputs are then binary (PROTO-14). */
export function rawRequest(call: Call, body: Body, engine: Engine): InferRequest {
  const [modelName = "", modelVersion = ""] = call.captures;
  const { inputs } = engine.modelMetadata(modelName, modelVersion);
  const [input] = inputs;
  if (!input || inputs.length > 1) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `a body without JSON needs a model with one input, but model '${modelName}' has ${inputs.length}`,
    );
  }
  const element = { segments: body.chunks, byteLength: body.byteLength };
  const content = input.datatype === "BYTES" ? oneElement(element) : element;
  const shape = rawShape(input, body.byteLength);
  const { name, datatype } = input;
  return {
    modelName,
    modelVersion,
    id: "",
    parameters: {},
    inputs: [{ name, datatype, shape, ...content }],
    outputs: [],
    signal: call.signal,
    client: call.client,
  };
}

/** The body as the only element of a BYTES tensor, preceded by its length. */
function oneElement({ segments, byteLength }: Pick<InputTensor, "segments" | "byteLength">) {
  const prefix = new Uint8Array(4);
  new DataView(prefix.buffer).setUint32(0, byteLength, true);
  return { segments: [prefix, ...segments], byteLength: byteLength + 4 };
}

/** Of two variable dimensions the first, the batch, is 1; the last follows from the byte count. */
function rawShape(input: TensorMetadata, byteLength: number): number[] {
  const shape = [...input.shape];
  const variable = shape.flatMap((dim, i) => (dim < 0 ? [i] : []));
  const [first, second, ...more] = variable;
  const fill = second ?? first;
  if (more.length > 0) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `the shape of a body without JSON is ambiguous for input '${input.name}', which has several variable dimensions`,
    );
  }
  if (second !== undefined && first !== undefined) shape[first] = 1;
  if (fill === undefined) return shape;
  shape[fill] = 1;
  if (input.datatype !== "BYTES") {
    shape[fill] = Math.floor(byteLength / (ELEMENT_BYTES[input.datatype] * elementCount(shape)));
  }
  return shape;
}
