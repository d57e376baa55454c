import { expect, test } from "vitest";
import { configToJson, normalizeConfig, parseConfig } from "../../engine/config/index.ts";
import { predictEffect } from "./effect.ts";

const base = `name: "m"
backend: "identity"
max_batch_size: 8
input { name: "a" data_type: TYPE_FP32 dims: 4 }
output { name: "b" data_type: TYPE_FP32 dims: 4 }
instance_group { count: 2 kind: KIND_CPU }
dynamic_batching { }
`;

function served(text: string) {
  return configToJson(normalizeConfig(parseConfig(text).config, { modelName: "m" }));
}

function kindOf(after: string, before = base, servedText: string | null = before) {
  const { kind, sameMeaning } = predictEffect({
    model: "m",
    before,
    after,
    served: servedText === null ? null : served(servedText),
    signature: null,
  });
  return sameMeaning ? `${kind}, same` : kind;
}

test("comments, order and spacing change nothing", () => {
  expect(kindOf(`# why\n${base}`)).toBe("none, same");
  expect(kindOf(base.split("\n").toReversed().join("\n"))).toBe("none, same");
});

test("what the server fills in by itself changes nothing", () => {
  expect(kindOf(base.replace("{ }", "{ preferred_batch_size: 8 }"))).toBe("none");
});

test("instances and versions change in place (LOAD-5), but not where a stream is open", () => {
  expect(kindOf(base.replace("count: 2", "count: 3"))).toBe("in-place");
  expect(kindOf(`${base}version_policy { all { } }`)).toBe("in-place");
  const decoupled = `${base}model_transaction_policy { decoupled: true }\n`;
  expect(kindOf(decoupled.replace("count: 2", "count: 3"), decoupled)).toBe("reload");
});

test("anything else replaces the model", () => {
  expect(kindOf(base.replace("{ }", "{ max_queue_delay_microseconds: 500 }"))).toBe("reload");
  const two = base.replace("output", 'input { name: "c" data_type: TYPE_FP32 dims: 4 }\noutput');
  const swapped = two.replace(/(input .*)\n(input .*)\n/, "$2\n$1\n");
  expect(kindOf(swapped, two)).toBe("reload");
});

test("a file that changed since it was loaded is compared with what serves", () => {
  const onDisk = base.replace("max_batch_size: 8", "max_batch_size: 4");
  expect(kindOf(`# mine\n${onDisk}`, onDisk, base)).toBe("reload, same");
});

test("a model that does not serve is loaded, and a text that does not parse has no effect to report", () => {
  expect(kindOf(base, base, null)).toBe("load, same");
  expect(kindOf("max_batch_size: x")).toBe("unknown");
});
