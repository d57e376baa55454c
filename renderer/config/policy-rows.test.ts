import { expect, test } from "vitest";
import { parseConfig } from "../../engine/config/index.ts";
import { policyRows } from "./policy-rows.ts";

const rows = (inner: string) =>
  policyRows(parseConfig(`dynamic_batching { ${inner} }`).config.dynamic_batching);

test("without levels there is one policy, for all requests", () => {
  const { rows: found, left } = rows("default_queue_policy { max_queue_size: 3 }");
  expect(found).toMatchObject([{ level: "", name: "All requests", policy: { max_queue_size: 3 } }]);
  expect(left).toBe(0);
});

test("a level has its own policy whole, or else the default one", () => {
  const { rows: found } = rows(
    "priority_levels: 2 default_queue_policy { max_queue_size: 3 } priority_queue_policy { key: 2 value { allow_timeout_override: true } }",
  );
  expect(found.map(({ level, own }) => [level, own])).toEqual([
    ["", true],
    ["1", false],
    ["2", true],
  ]);
  expect(found[1]?.policy.max_queue_size).toBe(3);
  expect(found[2]?.policy.max_queue_size).toBe(0);
});

test("of very many levels those without a policy of their own are counted", () => {
  const { rows: found, left } = rows(
    "priority_levels: 1000000 priority_queue_policy { key: 500 value { } }",
  );
  expect(found).toHaveLength(10);
  expect(left).toBe(1_000_000 - 9);
});
