import type { inference } from "../../../assets/proto/index.ts";
import { StatusError } from "../../../base/status-error.ts";
import { type ElementValue, encodeElements, encodeTexts, isWireDatatype } from "./elements.ts";
import { parseJson } from "./json.ts";

/** One output of a response, as little-endian bytes; each BYTES element after its u32 length. */
export interface ResponseTensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

type Response = inference.ModelInferResponse.$Properties;
type Contents = inference.InferTensorContents.$Properties;

/** The outputs of a ModelInferResponse, from raw or typed contents. DATA_LOSS if they are inconsistent. */
export function grpcOutputs(response: Response): ResponseTensor[] {
  const raw = response.raw_output_contents ?? [];
  return (response.outputs ?? []).map((output, i) => {
    const name = output.name ?? "";
    const datatype = output.datatype ?? "";
    const shape = (output.shape ?? []).map(Number);
    const data = raw[i] ?? contentsBytes(name, datatype, output.contents ?? {});
    return { name, datatype, shape, data };
  });
}

/**
 * The outputs of an HTTP response: JSON of `headerLength` bytes (null: the whole body is JSON), then binary tensors.
 * DATA_LOSS if they are inconsistent.
 */
export function httpOutputs(body: Buffer, headerLength: number | null): ResponseTensor[] {
  const end = headerLength ?? body.length;
  if (end > body.length)
    throw broken(`its header is ${end} bytes long, and its body ${body.length}`);
  let at = end;
  return readOutputs(body.toString("utf8", 0, end)).map((output) => {
    const { name, datatype, shape, data, parameters } = output;
    const size = parameters?.["binary_data_size"];
    if (size === undefined) {
      const values = Array.isArray(data) ? (data.flat(64) as ElementValue[]) : [];
      return { name, datatype, shape, data: valueBytes(name, datatype, values) };
    }
    const from = at;
    at += Number(size);
    if (!(at >= from && at <= body.length)) {
      throw broken(
        `output '${name}' has binary_data_size ${JSON.stringify(size)}, which is not what follows`,
      );
    }
    return { name, datatype, shape, data: body.subarray(from, at) };
  });
}

interface JsonOutput {
  readonly name: string;
  readonly datatype: string;
  readonly shape: number[];
  readonly data?: unknown;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

function readOutputs(text: string): JsonOutput[] {
  const response = parseBody(text) as { outputs?: unknown } | null;
  const outputs = response?.outputs;
  if (!Array.isArray(outputs)) throw broken("it has no outputs");
  return outputs.map((output: Partial<JsonOutput> | null) => {
    if (typeof output?.name !== "string" || typeof output.datatype !== "string") {
      throw broken("an output has no name or no datatype");
    }
    const { shape } = output;
    if (!Array.isArray(shape) || !shape.every(Number.isSafeInteger)) {
      throw broken(`output '${output.name}' has no shape`);
    }
    return output as JsonOutput;
  });
}

function parseBody(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw broken(`it is no JSON: ${(error as Error).message}`);
  }
}

function contentsBytes(name: string, datatype: string, contents: Contents): Uint8Array {
  if (datatype === "BYTES") return encodeTexts(contents.bytes_contents ?? []);
  return valueBytes(name, datatype, typedValues(datatype, contents));
}

function typedValues(datatype: string, contents: Contents): readonly ElementValue[] {
  switch (datatype) {
    case "BOOL":
      return contents.bool_contents ?? [];
    case "INT64":
      return (contents.int64_contents ?? []).map(BigInt);
    case "UINT64":
      return (contents.uint64_contents ?? []).map(BigInt);
    case "UINT8":
    case "UINT16":
    case "UINT32":
      return contents.uint_contents ?? [];
    case "FP32":
      return contents.fp32_contents ?? [];
    case "FP64":
      return contents.fp64_contents ?? [];
    default:
      return contents.int_contents ?? [];
  }
}

function valueBytes(name: string, datatype: string, values: readonly ElementValue[]): Uint8Array {
  if (!isWireDatatype(datatype)) throw broken(`output '${name}' is of datatype '${datatype}'`);
  try {
    return encodeElements(datatype, values, `output '${name}'`);
  } catch (error) {
    throw broken((error as Error).message);
  }
}

function broken(reason: string): StatusError {
  return new StatusError("DATA_LOSS", `The response cannot be read: ${reason}`);
}
