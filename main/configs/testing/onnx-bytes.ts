import protobuf from "protobufjs/minimal.js";

type Write = (writer: protobuf.Writer) => void;

function encodeMessage(write: Write): Uint8Array {
  const writer = protobuf.Writer.create();
  write(writer);
  return writer.finish();
}

export const text =
  (field: number, value: string): Write =>
  (writer) =>
    writer.uint32(field * 8 + 2).string(value);

export const integer =
  (field: number, value: number): Write =>
  (writer) =>
    writer.uint32(field * 8).int64(value);

export const raw =
  (field: number, value: Uint8Array): Write =>
  (writer) =>
    writer.uint32(field * 8 + 2).bytes(value);

export const message = (field: number, ...parts: Write[]): Write =>
  raw(
    field,
    encodeMessage((writer) => parts.forEach((part) => part(writer))),
  );

export const model = (...parts: Write[]): Uint8Array =>
  encodeMessage((writer) => parts.forEach((part) => part(writer)));

/** A ValueInfoProto with type FP32, in the given field. */
export const value = (field: number, name: string, ...dims: (number | string)[]): Write =>
  message(
    field,
    text(1, name),
    message(
      2,
      message(
        1,
        integer(1, 1),
        message(
          2,
          ...dims.map((dim) =>
            message(1, typeof dim === "number" ? integer(1, dim) : text(2, dim)),
          ),
        ),
      ),
    ),
  );

/** A TensorProto: initializer of a graph or, in field 5, value of an attribute; `more` holds its data. */
export const tensor = (
  name: string,
  type: number,
  dims: readonly number[],
  ...more: Write[]
): Write =>
  message(5, ...dims.map((dim) => integer(1, dim)), integer(2, type), text(8, name), ...more);

/** A NodeProto of a graph. */
export const node = (
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  ...more: Write[]
): Write =>
  message(
    1,
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, operator),
    ...more,
  );

/** A StringStringEntryProto. */
export const entry = (field: number, key: string, content: string): Write =>
  message(field, text(1, key), text(2, content));

export function int64Bytes(...values: number[]): Uint8Array {
  return new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer);
}
