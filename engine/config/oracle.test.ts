import fc from "fast-check";
import protobuf from "protobufjs";
import { describe, expect, test } from "vitest";
import {
  configFromJson,
  configToJson,
  ENUMS,
  MESSAGES,
  parseConfig,
  printConfig,
} from "./index.ts";
import { arbitraryConfig } from "./testing/arbitrary-config.ts";
import { namespace } from "./testing/proto-schema.ts";
import { parseWithProtobufEs } from "./testing/protobuf-es.ts";

/** The text as protobuf-es reads it, in our format; undefined if it rejects the text. */
function oracle(text: string): unknown {
  try {
    return parseWithProtobufEs(text);
  } catch {
    return undefined;
  }
}

function ours(text: string): unknown {
  const { config, findings } = parseConfig(text);
  return findings.length === 0 ? configFromJson(configToJson(config)) : undefined;
}

describe("the table of fields", () => {
  test("has the messages, fields and enums of model_config.proto", () => {
    const messages: Record<string, unknown> = {};
    const enums: Record<string, unknown> = {};
    const visit = (scope: protobuf.NamespaceBase): void => {
      for (const nested of scope.nestedArray) {
        const name = nested.fullName.slice(".inference.".length);
        if (nested instanceof protobuf.Enum) {
          enums[name] = Object.keys(nested.values).sort(
            (a, b) => nested.values[a]! - nested.values[b]!,
          );
        }
        if (nested instanceof protobuf.Type) {
          messages[name] = Object.fromEntries(
            nested.fieldsArray.map((field) => [field.name, describeField(field)]),
          );
          visit(nested);
        }
      }
    };
    visit(namespace);
    const table = Object.entries(MESSAGES).map(([name, fields]) => [
      name,
      Object.fromEntries(
        Object.entries(fields).map(([field, { type, label, key, oneof }]) => [
          field,
          { type, label, key, oneof },
        ]),
      ),
    ]);
    expect(Object.fromEntries(table)).toEqual(messages);
    expect(
      Object.fromEntries(
        Object.entries(ENUMS).map(([name, values]) => [name, values.map((value) => value.name)]),
      ),
    ).toEqual(enums);
  });
});

function describeField(field: protobuf.FieldBase) {
  const map = field instanceof protobuf.MapField;
  return {
    type: field.resolvedType?.fullName.slice(".inference.".length) ?? field.type,
    label: map ? "map" : field.repeated ? "repeated" : "single",
    key: map ? field.keyType : undefined,
    oneof: field.partOf?.name,
  };
}

describe("agreement with protobuf-es", () => {
  test.each([
    'name: "a" max_batch_size: 0x10',
    "max_batch_size: 010; input { dims: [-1, 3], dims: 4 }",
    "dynamic_batching: < preserve_ordering: t priority_levels: 3 >",
    "dynamic_batching { preserve_ordering: 1 } # comment",
    "input [ { name: 'x' 'y' data_type: 11 }, <> ]",
    "name: 'a\\n\\x41\\101\\u00e9\\U0001F600'",
    "parameters { key: 'k' value { string_value: 'v' } } parameters [{key:'k' value {}}]",
    "model_metrics { metric_control { histogram_options { buckets: [1, .5, 1e3, 2.f, inf, -inf] } } }",
    "instance_group { count: - 1 }",
    "max_batch_size: 1.0",
    "max_batch_size: 2147483648",
    "max_batch_size: four",
    "max_batchsize: 4",
    "max_batch_size 4",
    "name: true",
    "input { data_type: TYPE_FP31 }",
    "max_batch_size: 1 max_batch_size: 2",
    "dynamic_batching {} sequence_batching {}",
    "version_policy { latest {} all {} }",
    "input { dims: [1, 2,] }",
    "input { dims [1] }",
    "dynamic_batching { >",
    "dynamic_batching {",
    "name: 'a",
    "name: 'a\\q'",
    "max_batch_size: 08",
    "max_batch_size: 4;;",
    "dynamic_batching { priority_levels: -1 }",
    "response_cache { enable: yes }",
    "model_warmup { count: 4294967296 }",
    "name: 'a\\z'",
    "name: '\\x'",
    "name: '\\x4' '\\x414'",
    "name: '\\0' '\\1234'",
    "name: '\\u12'",
    "name: '\\U00110000'",
    "name: '\\ud83d'",
    "name: '\\xc3' '\\xa9'",
    "name: '\\xff'",
    "name: '\\?\\a\\b\\f\\v'",
    "name: 'a' # c\n 'b'",
    "name: -'a'",
    "name: [ 'a' ]",
    "name: [ ]",
    "name {}",
    "name: 'a', ;",
    "; name: 'a'",
    "name: 'a'backend: 'b'",
    "max_batch_size: 1name: 'a'",
    "max_batch_size: 1,name: 'a'",
    "max_batch_size: 1# c\nname: 'a'",
    "max_batch_size: 0x1g",
    "max_batch_size: 1f",
    "max_batch_size: +1",
    "max_batch_size: - # c\n 1",
    "max_batch_size: --1",
    "max_batch_size: -0x10",
    "max_batch_size: -010",
    "max_batch_size: 1 2",
    "max_batch_size:: 1",
    "max_batch_size: inf",
    "dynamic_batching { priority_levels: -0 }",
    "dynamic_batching { preserve_ordering: TRUE }",
    "dynamic_batching { preserve_ordering: 0x1 }",
    "dynamic_batching { preserve_ordering: 01 }",
    "dynamic_batching { preserve_ordering: 2 }",
    "dynamic_batching { preserve_ordering: -t }",
    "input { data_type: 0xb }",
    "input { data_type: type_fp32 }",
    "input { data_type: 'TYPE_FP32' }",
    "input { dims: [1 2] }",
    "input { dims: [1;2] }",
    "input { dims: [[1]] }",
    "input { dims: [1], dims: [2]; }",
    "input { dims: 1, 2 }",
    "input < name: 'a' }",
    "input [ { name: 'a' } { name: 'b' } ]",
    "input {}, input {};",
    "input { ; }",
    "input {} {}",
    "INPUT { }",
    "parameters { value { string_value: 'b' } key: 'a' }",
    "parameters { key: 'a' key: 'b' }",
    "metric_tags [ { key: 'a' value: 'b' } ]",
    "metric_tags { key: 'a' value 'b' }",
    "parameters { key: 1 }",
    "dynamic_batching { priority_queue_policy { key: 0x1 value { max_queue_size: 4 } } }",
    "dynamic_batching { priority_queue_policy { key: '1' } }",
    "1: 5",
    "_x: 1",
    "name.x: 1",
    "na-me: 1",
    "}",
    "{}",
    "name: 'a' // c",
    "name: 'a' \u00a0",
    "name\n:\n'a'",
    "# only",
    "sequence_batching { direct { minimum_slot_utilization: 1. } }",
    "sequence_batching { direct { minimum_slot_utilization: .5 } }",
    "sequence_batching { direct { minimum_slot_utilization: 1E+3 } }",
    "sequence_batching { direct { minimum_slot_utilization: 1e } }",
    "sequence_batching { direct { minimum_slot_utilization: 1.5F } }",
    "sequence_batching { direct { minimum_slot_utilization: 1f } }",
    "sequence_batching { direct { minimum_slot_utilization: 0f } }",
    "sequence_batching { direct { minimum_slot_utilization: .f } }",
    "sequence_batching { direct { minimum_slot_utilization: 1ff } }",
    "sequence_batching { direct { minimum_slot_utilization: 010 } }",
    "sequence_batching { direct { minimum_slot_utilization: 00.5 } }",
    "sequence_batching { direct { minimum_slot_utilization: 1..2 } }",
    "sequence_batching { direct { minimum_slot_utilization: -inf } }",
    "sequence_batching { direct { minimum_slot_utilization: INFINITY } }",
    "sequence_batching { direct { minimum_slot_utilization: inff } }",
    "sequence_batching { direct { minimum_slot_utilization: nan } }",
    "sequence_batching { direct { minimum_slot_utilization: - 1.5 } }",
    "sequence_batching { direct { minimum_slot_utilization: 1e400 } }",
    "sequence_batching { direct { minimum_slot_utilization: 1e-400 } }",
    "sequence_batching { direct { minimum_slot_utilization: 1_000 } }",
    "sequence_batching { direct { minimum_slot_utilization: true } }",
    "sequence_batching { direct { minimum_slot_utilization: 0x10 } }",
    "sequence_batching { direct { minimum_slot_utilization: 1.5.f } }",
    "sequence_batching { direct { minimum_slot_utilization: -0 } }",
    "[ext.x]: 1",
  ])("[CFG-T1 to CFG-T5] %s", (text) => {
    expect(ours(text)).toEqual(oracle(text));
  });

  test("[CFG-T1] parses printConfig's output like protobuf-es", () => {
    fc.assert(
      fc.property(arbitraryConfig(), (config) => {
        const text = printConfig(config);
        expect(ours(text)).toEqual(oracle(text));
      }),
      { numRuns: 30 },
    );
  });
});
