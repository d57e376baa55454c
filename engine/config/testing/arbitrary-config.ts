import fc from "fast-check";
import { emptyMessage, enumValues, type MessageValue, messageSpec } from "../fields.ts";
import type { FieldSpec } from "../schema.ts";
import type { ModelConfig } from "../types.ts";

/** Any configuration that the table of fields allows, meaningful or not. */
export function arbitraryConfig(): fc.Arbitrary<ModelConfig> {
  return arbitraryMessage("ModelConfig").map((message) => message as unknown as ModelConfig);
}

const messages = new Map<string, fc.Arbitrary<MessageValue>>();

/** Memoized by name, since the same message occurs in many places. */
function arbitraryMessage(type: string): fc.Arbitrary<MessageValue> {
  const known = messages.get(type) ?? buildMessage(type);
  messages.set(type, known);
  return known;
}

function buildMessage(type: string): fc.Arbitrary<MessageValue> {
  const fields = Object.entries(messageSpec(type));
  const given = fields.map(([name, field]) =>
    fc
      .option(arbitraryField(field), { nil: undefined, freq: 2 })
      .map((value) => ({ name, field, value })),
  );
  return fc.tuple(...given).map((values) => {
    const message = emptyMessage(type);
    const oneofs = new Set<string>();
    for (const { name, field, value } of values) {
      if (value === undefined || (field.oneof !== undefined && oneofs.has(field.oneof))) continue;
      if (field.oneof !== undefined) oneofs.add(field.oneof);
      message[name] = value;
    }
    return message;
  });
}

/** Any value of one field. */
export function arbitraryField(field: FieldSpec): fc.Arbitrary<unknown> {
  const single = arbitraryValue(field);
  if (field.label === "repeated") return fc.array(single, { maxLength: 3 });
  if (field.label === "single") return single;
  const key = field.key === "uint64" ? uint64().map(String) : text();
  return fc.dictionary(key, single, { maxKeys: 3, noNullPrototype: true });
}

function arbitraryValue(field: FieldSpec): fc.Arbitrary<unknown> {
  if (field.kind === "message") return arbitraryMessage(field.type);
  if (field.kind === "enum") {
    return fc.constantFrom(...enumValues(field.type).map((value) => value.name));
  }
  switch (field.type) {
    case "string":
      return text();
    case "bool":
      return fc.boolean();
    case "int32":
      return fc.integer();
    case "uint32":
      return fc.nat();
    case "int64":
      return fc.maxSafeInteger();
    case "uint64":
      return uint64();
    default:
      return fc.float({ noNaN: true });
  }
}

function uint64(): fc.Arbitrary<number | string> {
  const long = fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }).map(String);
  return fc.oneof(fc.maxSafeNat(), long);
}

/** Letters of many alphabets, quotes, backslashes and control characters. */
function text(): fc.Arbitrary<string> {
  return fc.string({ unit: "binary", maxLength: 8 });
}
