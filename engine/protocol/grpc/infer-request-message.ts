import type { inference, WireReader } from "../../../assets/proto/index.ts";
import type { Segments } from "../bytes-tensor.ts";
import { refuseRank, refuseTooMany } from "../request-limits.ts";
import type { Parameters } from "./request-parameters.ts";

/** A ModelInferRequest whose tensor data is not parsed yet: views of the message. */
export interface InferRequestMessage {
  modelName: string;
  modelVersion: string;
  id: string;
  readonly parameters: Parameters;
  readonly inputs: InputMessage[];
  readonly outputs: OutputMessage[];
  readonly raw: Segments[];
}

export interface InputMessage {
  name: string;
  datatype: string;
  readonly shape: number[];
  readonly parameters: Parameters;
  /** The InferTensorContents; several, which protobuf merges. Undefined without any. */
  contents: Uint8Array[] | undefined;
}

type ParameterMessage = inference.InferParameter.$Properties;

export interface OutputMessage {
  name: string;
  readonly parameters: Parameters;
}

/** Tags of the fields below: field number and wire type. */
const tag = (field: number, type: 0 | 1 | 2 = 2) => (field << 3) | type;
const TAG_1 = tag(1);
const TAG_2 = tag(2);
const TAG_3 = tag(3);
const TAG_4 = tag(4);
const TAG_5 = tag(5);
const TAG_6 = tag(6);
const TAG_7 = tag(7);
const TAG_DIM = tag(3, 0);
const TAG_BOOL = tag(1, 0);
const TAG_INT64 = tag(2, 0);
const TAG_STRING = tag(3);
const TAG_DOUBLE = tag(4, 1);
const TAG_UINT64 = tag(5, 0);

/**
 * Parses everything but the tensor data, in time bounded by the number of fields. Throws for a
 * malformed message or one that lists too much (BOUND-4).
 */
export function readInferRequestMessage(reader: WireReader): InferRequestMessage {
  const message: InferRequestMessage = {
    modelName: "",
    modelVersion: "",
    id: "",
    parameters: {},
    inputs: [],
    outputs: [],
    raw: [],
  };
  let parameters = 0;
  while (reader.pos < reader.len) {
    const field = reader.tag();
    if (field === TAG_1) message.modelName = reader.stringVerify();
    else if (field === TAG_2) message.modelVersion = reader.stringVerify();
    else if (field === TAG_3) message.id = reader.stringVerify();
    else if (field === TAG_4) {
      refuseTooMany("parameters", ++parameters);
      readParameter(reader, message.parameters);
    } else if (field === TAG_5) {
      message.inputs.push(readInput(reader));
      refuseTooMany("inputs", message.inputs.length);
    } else if (field === TAG_6) {
      message.outputs.push(readOutput(reader));
      refuseTooMany("outputs", message.outputs.length);
    } else if (field === TAG_7) {
      const bytes = reader.bytes();
      message.raw.push({ segments: [bytes], byteLength: bytes.byteLength });
      refuseTooMany("raw_input_contents", message.raw.length);
    } else reader.skipType(field & 7, 0, field >>> 3);
  }
  return message;
}

function readInput(reader: WireReader): InputMessage {
  const input: InputMessage = {
    name: "",
    datatype: "",
    shape: [],
    parameters: {},
    contents: undefined,
  };
  const outerEnd = reader.len;
  enter(reader);
  while (reader.pos < reader.len) {
    const field = reader.tag();
    if (field === TAG_1) input.name = reader.stringVerify();
    else if (field === TAG_2) input.datatype = reader.stringVerify();
    else if (field === TAG_3) readDims(reader, input);
    else if (field === TAG_DIM) addDim(reader, input);
    else if (field === TAG_4) readParameter(reader, input.parameters);
    else if (field === TAG_5) (input.contents ??= []).push(reader.bytes());
    else reader.skipType(field & 7, 0, field >>> 3);
  }
  reader.len = outerEnd;
  return input;
}

/** Packed dimensions; they may also come one by one. */
function readDims(reader: WireReader, input: InputMessage): void {
  const outerEnd = reader.len;
  enter(reader);
  while (reader.pos < reader.len) addDim(reader, input);
  reader.len = outerEnd;
}

function addDim(reader: WireReader, { name, shape }: InputMessage): void {
  shape.push(Number(reader.int64()));
  refuseRank(name, shape.length);
}

function readOutput(reader: WireReader): OutputMessage {
  const output: OutputMessage = { name: "", parameters: {} };
  const outerEnd = reader.len;
  enter(reader);
  while (reader.pos < reader.len) {
    const field = reader.tag();
    if (field === TAG_1) output.name = reader.stringVerify();
    else if (field === TAG_2) readParameter(reader, output.parameters);
    else reader.skipType(field & 7, 0, field >>> 3);
  }
  reader.len = outerEnd;
  return output;
}

/** An entry of a parameter map. */
function readParameter(reader: WireReader, parameters: Parameters): void {
  let key = "";
  let value: ParameterMessage = {};
  const outerEnd = reader.len;
  enter(reader);
  while (reader.pos < reader.len) {
    const field = reader.tag();
    if (field === TAG_1) key = reader.stringVerify();
    else if (field === TAG_2) value = readParameterValue(reader);
    else reader.skipType(field & 7, 0, field >>> 3);
  }
  reader.len = outerEnd;
  if (key !== "__proto__") parameters[key] = value;
  else {
    const entry = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(parameters, key, entry);
  }
}

/** An InferParameter: the last of its fields counts. The generated class takes many times as long. */
function readParameterValue(reader: WireReader): ParameterMessage {
  let value: ParameterMessage = {};
  const outerEnd = reader.len;
  enter(reader);
  while (reader.pos < reader.len) {
    const field = reader.tag();
    if (field === TAG_BOOL) {
      value = { parameter_choice: "bool_param", bool_param: reader.bool() };
    } else if (field === TAG_INT64) {
      value = { parameter_choice: "int64_param", int64_param: reader.int64() };
    } else if (field === TAG_STRING) {
      value = { parameter_choice: "string_param", string_param: reader.stringVerify() };
    } else if (field === TAG_DOUBLE) {
      value = { parameter_choice: "double_param", double_param: reader.double() };
    } else if (field === TAG_UINT64) {
      value = { parameter_choice: "uint64_param", uint64_param: reader.uint64() };
    } else reader.skipType(field & 7, 0, field >>> 3);
  }
  reader.len = outerEnd;
  return value;
}

/** Enters a nested message: the reader ends where that message ends. */
function enter(reader: WireReader): void {
  const end = reader.uint32() + reader.pos;
  if (end > reader.len) throw new RangeError("index out of range");
  reader.len = end;
}
