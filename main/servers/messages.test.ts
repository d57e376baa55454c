import { expect, test } from "vitest";
import { inference, WireReader } from "../../assets/proto/index.ts";
import { configOf } from "./messages.ts";

test("64-bit integers of a configuration are numbers, given or not", () => {
  const bytes = inference.ModelConfig.encode({
    name: "m",
    dynamic_batching: { max_queue_delay_microseconds: 5000 as never },
  }).finish();
  const config = configOf(inference.ModelConfig.decode(new WireReader(bytes)));
  expect(config).toMatchObject({
    name: "m",
    dynamic_batching: {
      max_queue_delay_microseconds: 5000,
      priority_levels: 0,
      default_priority_level: 0,
    },
  });
});
