import { expect, it } from "vitest";
import { visible, visibleLine } from "./output.ts";

it.each([
  ["a\u001b[2J\u001b]0;title\u0007b", "a\\u001b[2J\\u001b]0;title\\u0007b"],
  ["a\r\nb\tc", "a\\r\nb\tc"],
  ["\u009b31m\u2028\u202egnp.\u2066", "\\u009b31m\\u2028\\u202egnp.\\u2066"],
  ["größe 模型 👍", "größe 模型 👍"],
])("[CLI-1] makes control characters visible in %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

it("[CLI-1] keeps a name on its line", () => {
  expect(visibleLine("a\nb\tc")).toBe("a\\nb\\tc");
});
