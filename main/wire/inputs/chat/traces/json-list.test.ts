import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonListReader } from "./json-list.ts";

function entriesOf(text: string, cuts: readonly number[] = []): unknown[] {
  const bytes = Buffer.from(text);
  const entries: unknown[] = [];
  const reader = new JsonListReader("a.json", (entry) => entries.push(entry));
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length];
  const ends = places.toSorted((a, b) => a - b);
  ends.slice(1).forEach((end, i) => reader.push(bytes.subarray(ends[i], end)));
  reader.end();
  return entries;
}

describe("a JSON list read entry by entry", () => {
  it("[LAB-TRACE-15] has the entries of the whole, wherever its bytes are split", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(object), fc.boolean(), fc.array(fc.nat()), (list, isPretty, cuts) => {
        const text = JSON.stringify(list, null, isPretty ? 2 : 0);
        expect(entriesOf(text, cuts)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ["", "it is empty"],
    ["{}", "it must be a list of conversations"],
    ["[1]", "entry 1: it must be a JSON object"],
    ['[{"a":1},2]', "entry 2"],
    ['[{"a":1} {"a":2}]', "entry 2"],
    ['[{"a":1},]', "entry 2"],
    ['[{"a":1}', "the list is not closed; the file ends after entry 1"],
    ['[{"a":"]}', "the list is not closed; the file ends within entry 1"],
    ['[{"a":1}] x', "text follows the end of the list"],
    ['[{"a" 1}]', "entry 1"],
  ])("[LAB-TRACE-7] rejects %s", (text, message) => {
    expect(() => entriesOf(text)).toThrow(message);
  });
});
