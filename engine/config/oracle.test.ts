import { toJson } from "@bufbuild/protobuf";
import { fromText } from "@bufbuild/protobuf/txtpb";
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
import { namespace, registry } from "./testing/proto-schema.ts";

const schema = registry.getMessage("inference.ModelConfig")!;

/** The text as protobuf-es reads it, in our form; undefined where it refuses the text. */
function oracle(text: string): unknown {
  try {
    const json = toJson(schema, fromText(schema, text), { useProtoFieldName: true, registry });
    return configFromJson(json);
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
    "[ext.x]: 1",
  ])("[T1–T5] %s", (text) => {
    expect(ours(text)).toEqual(oracle(text));
  });

  test("[T1] reads what printConfig writes as protobuf-es reads it", () => {
    fc.assert(
      fc.property(arbitraryConfig(), (config) => {
        const text = printConfig(config);
        expect(ours(text)).toEqual(oracle(text));
      }),
      { numRuns: 30 },
    );
  });
});
