import { expect, test } from "vitest";
import { contextAt } from "./pbtxt-context.ts";

/** The context at the mark ‸. */
function at(marked: string) {
  const position = marked.indexOf("‸");
  return contextAt(marked.replace("‸", ""), position);
}

test("at the top the fields of ModelConfig may stand", () => {
  expect(at('name: "a"\n‸').fields).toHaveProperty("max_batch_size");
});

test("inside braces the fields of that message may stand", () => {
  expect(at("dynamic_batching { ‸").fields).toHaveProperty("max_queue_delay_microseconds");
  expect(at("dynamic_batching { preferred_batch_size: [ 4 ] ‸ }").fields).toHaveProperty(
    "preserve_ordering",
  );
});

test("the top-level field around a position is known", () => {
  expect(at("dynamic_batching { default_queue_policy { ‸").root).toBe("dynamic_batching");
  expect(at("instance_group [ { count: ‸").root).toBe("instance_group");
  expect(at('name: "a" instance_group { } ‸').root).toBeUndefined();
});

test("a list of messages is entered like a single one", () => {
  expect(at('input [ { name: "x" ‸').fields).toHaveProperty("data_type");
  expect(at('input [ { name: "x" }, { ‸').fields).toHaveProperty("data_type");
});

test("after a colon a value is expected", () => {
  expect(at("input { data_type: ‸").expectedField?.type).toBe("DataType");
  expect(at("dynamic_batching { preserve_ordering: ‸").expectedField?.type).toBe("bool");
});

test("after a value the next field may stand, also after braces closed", () => {
  expect(at("dynamic_batching { preserve_ordering: true } ‸").fields).toHaveProperty("backend");
});

test("an entry of a map has a key and a value", () => {
  expect(Object.keys(at("parameters { ‸").fields ?? {})).toEqual(["key", "value"]);
  expect(at('parameters { key: "a" value { ‸').fields).toHaveProperty("string_value");
});

test("braces in strings and comments do not count", () => {
  expect(at('name: "}{" # } {\n‸').fields).toHaveProperty("max_batch_size");
});

test("inside something unknown nothing is offered", () => {
  expect(at("nonsense { ‸").fields).toBeUndefined();
});
