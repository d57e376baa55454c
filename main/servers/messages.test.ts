import { expect, test } from "vitest";
import { inference, WireReader } from "../../assets/proto/index.ts";
import { toConfigJson, configOfJson } from "./messages.ts";

test("reads 64-bit integers of a configuration as numbers, present or not", () => {
  const bytes = inference.ModelConfig.encode({
    name: "m",
    dynamic_batching: { max_queue_delay_microseconds: 5000 as never },
  }).finish();
  const config = toConfigJson(inference.ModelConfig.decode(new WireReader(bytes)));
  expect(config).toMatchObject({
    name: "m",
    dynamic_batching: {
      max_queue_delay_microseconds: 5000,
      priority_levels: 0,
      default_priority_level: 0,
    },
  });
});

test("[SERVER-H1] reads a configuration's largest numbers from JSON as from the wire", () => {
  const largest = 2n ** 64n - 1n;
  const text = `{"name":"m","dynamic_batching":{"default_queue_policy":{"default_timeout_microseconds":${largest}},"priority_queue_policy":{"${largest}":{"max_queue_size":4}}}}`;
  const json = configOfJson(JSON.parse(text));
  const bytes = inference.ModelConfig.encode(
    inference.ModelConfig.fromObject({
      name: "m",
      dynamic_batching: {
        default_queue_policy: { default_timeout_microseconds: `${largest}` },
        priority_queue_policy: { [`${largest}`]: { max_queue_size: 4 } },
      },
    }),
  ).finish();
  expect(json).toEqual(toConfigJson(inference.ModelConfig.decode(new WireReader(bytes))));
});

test.each([
  [{ input: 5 }, "array expected"],
  [{ input: [5] }, "object expected"],
  [{ dynamic_batching: "yes" }, "object expected"],
])("[SERVER-H3] rejects JSON that isn't a ModelConfig: %j", (json, words) => {
  expect(() => configOfJson(json)).toThrow(words);
});
