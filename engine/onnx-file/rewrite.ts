import { BF16 } from "./element-types.ts";

/** Changes to a model file that the runtime's Node binding needs. */
export interface Rewrite {
  /** Initializers that callers may replace: they become inputs. */
  readonly defaults: readonly string[];
}

/** A model for the binding, and how it differs from its file. */
export interface RewrittenModel {
  readonly bytes: Uint8Array;
  /**
   * Inputs and outputs that are BF16 in the file and FP32 in `bytes`, under the name from {@link
   * fp32Name}.
   */
  readonly bf16: { readonly inputs: ReadonlySet<string>; readonly outputs: ReadonlySet<string> };
  /**
   * A model without inputs that outputs the values of `defaults`, BF16 ones as FP32; undefined if
   * without any.
   */
  readonly defaultValues: Uint8Array | undefined;
}

/** The binding's name for a BF16 input or output. */
export const fp32Name = (name: string, role: "input" | "output"): string => `${name}.fp32_${role}`;

const FP32 = 1;

/**
 * The binding doesn't support BF16 and can't feed initializers. So casts are added around the
 * graph, which is lossless because every BF16 number is an FP32 number, and replaceable
 * initializers become inputs. `file` is a complete ModelProto.
 */
export function rewriteModel(file: Uint8Array, { defaults }: Rewrite): RewrittenModel {
  const model = [...fields(file)];
  const parts = model.filter(({ number }) => number === 7).flatMap(({ body }) => [...fields(body)]);
  const taken = new Map<string, Uint8Array>();
  const types = new Map<string, number>();
  const inputs = new Set<string>();
  const outputs = new Set<string>();
  const initializers = new Set(
    parts.flatMap(({ number, body }) => (number === 5 ? [textIn(body, 8)] : [])),
  );
  const before: Uint8Array[] = [];
  const after: Uint8Array[] = [];
  const kept = parts.map((part) => {
    if (part.number === 5) {
      const name = textIn(part.body, 8);
      if (!defaults.includes(name)) return part.whole;
      taken.set(name, part.body);
      return NOTHING;
    }
    if (part.number !== 11 && part.number !== 12) return part.whole;
    const name = textIn(part.body, 1);
    const type = elementTypeIn(part.body);
    if (part.number === 11) types.set(name, type);
    const isConstant = part.number === 11 && initializers.has(name) && !defaults.includes(name);
    if (type !== BF16 || isConstant) return part.whole;
    const role = part.number === 11 ? "input" : "output";
    const seen = fp32Name(name, role);
    if (role === "input") before.push(node("Cast", seen, name, BF16));
    else after.push(node("Cast", name, seen, FP32));
    (role === "input" ? inputs : outputs).add(name);
    return delimited(part.number, asFp32(part.body, seen));
  });
  const graph = delimited(7, Buffer.concat([...before, ...kept, ...after]));
  const rest = model.flatMap(({ number, whole }) => (number === 7 ? [] : [whole]));
  return {
    bytes: Buffer.concat([...rest, graph]),
    bf16: { inputs, outputs },
    defaultValues: taken.size === 0 ? undefined : constantModel(taken, types, rest),
  };
}

const NOTHING = new Uint8Array();

/** Its outputs are the tensors, with their names; `rest` is the model without its graph. */
function constantModel(
  tensors: ReadonlyMap<string, Uint8Array>,
  types: ReadonlyMap<string, number>,
  rest: readonly Uint8Array[],
): Uint8Array {
  const parts = [...tensors].flatMap(([name, tensor]) => {
    const type = types.get(name) ?? FP32;
    const inner = `${name}.value`;
    const renamed = Buffer.concat([
      ...[...fields(tensor)].flatMap(({ number, whole }) => (number === 8 ? [] : [whole])),
      delimited(8, Buffer.from(inner)),
    ]);
    const value = type === BF16 ? node("Cast", inner, name, FP32) : node("Identity", inner, name);
    const tensorType = delimited(1, integer(1, type === BF16 ? FP32 : type));
    const output = [delimited(1, Buffer.from(name)), delimited(2, tensorType)];
    return [value, delimited(5, renamed), delimited(12, Buffer.concat(output))];
  });
  return Buffer.concat([
    ...rest,
    delimited(7, Buffer.concat([delimited(2, Buffer.from("values")), ...parts])),
  ]);
}

/** A NodeProto of a graph; `to` is Cast's attribute. */
function node(operator: string, input: string, output: string, to?: number): Uint8Array {
  const ATTRIBUTE_INT = 2;
  const attribute =
    to === undefined
      ? []
      : [
          delimited(
            5,
            Buffer.concat([
              delimited(1, Buffer.from("to")),
              integer(3, to),
              integer(20, ATTRIBUTE_INT),
            ]),
          ),
        ];
  return delimited(
    1,
    Buffer.concat([
      delimited(1, Buffer.from(input)),
      delimited(2, Buffer.from(output)),
      delimited(4, Buffer.from(operator)),
      ...attribute,
    ]),
  );
}

/** A ValueInfoProto under another name and as FP32. */
function asFp32(info: Uint8Array, name: string): Uint8Array {
  const parts = [...fields(info)].flatMap(({ number, body, whole }) => {
    if (number === 1) return [];
    return [number === 2 ? delimited(2, tensorAsFp32(body)) : whole];
  });
  return Buffer.concat([delimited(1, Buffer.from(name)), ...parts]);
}

/** A TypeProto. */
function tensorAsFp32(type: Uint8Array): Uint8Array {
  return Buffer.concat(
    [...fields(type)].map(({ number, body, whole }) => {
      if (number !== 1) return whole;
      const shape = [...fields(body)].flatMap((part) => (part.number === 1 ? [] : [part.whole]));
      return delimited(1, Buffer.concat([integer(1, FP32), ...shape]));
    }),
  );
}

/** The element type of a ValueInfoProto; 0 if it isn't a tensor. */
function elementTypeIn(info: Uint8Array): number {
  let found = 0;
  for (const type of fields(info)) {
    if (type.number !== 2) continue;
    for (const tensor of fields(type.body)) {
      if (tensor.number !== 1) continue;
      for (const { number, value } of fields(tensor.body)) if (number === 1) found = value;
    }
  }
  return found;
}

function textIn(message: Uint8Array, field: number): string {
  let text = "";
  for (const { number, body } of fields(message)) {
    if (number === field) text = Buffer.from(body).toString("utf8");
  }
  return text;
}

interface Part {
  readonly number: number;
  /** The value of a varint. */
  readonly value: number;
  /** The content of a length-delimited field. */
  readonly body: Uint8Array;
  /** The field including its tag. */
  readonly whole: Uint8Array;
}

/** The fields of an already scanned message: see {@link scanModel}. */
function* fields(message: Uint8Array): Generator<Part> {
  for (let at = 0; at < message.length; ) {
    const tag = varint(message, at);
    const first = varint(message, tag.next);
    const wire = tag.value % 8;
    const length = wire === 2 ? first.value : wire === 1 ? 8 : 4;
    const from = wire === 2 ? first.next : tag.next;
    const end = wire === 0 ? first.next : from + length;
    yield {
      number: Math.floor(tag.value / 8),
      value: first.value,
      body: wire === 2 ? message.subarray(from, end) : NOTHING,
      whole: message.subarray(at, end),
    };
    at = end;
  }
}

function varint(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  let scale = 1;
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * scale;
    scale *= 128;
    if (byte < 128) return { value, next: at + 1 };
  }
}

function varintBytes(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
}

function integer(field: number, value: number): Uint8Array {
  return Buffer.concat([varintBytes(field * 8), varintBytes(value)]);
}

function delimited(field: number, body: Uint8Array): Uint8Array {
  return Buffer.concat([varintBytes(field * 8 + 2), varintBytes(body.length), body]);
}
