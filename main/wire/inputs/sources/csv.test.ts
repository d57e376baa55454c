import { describe, expect, it } from "vitest";
import { splitTexts } from "../elements.ts";
import { prepareRequests } from "../prepare.ts";
import { createFolder, input, requestSet } from "../testing/sets.ts";
import { parseItems } from "./csv.ts";

const inputs = [input("ids", "INT64", [2]), input("text", "BYTES", [1]), input("on", "BOOL", [1])];
const columns = { ids: ["a", "b"], text: ["words"], on: ["flag"] };
const read = (text: string) => parseItems(text, "d.csv", { inputs, batchSize: 1 }, columns);
const header = "a,b,words,flag\n";

describe("CSV files", () => {
  it("[LAB-INPUT-20] give an item per line", async () => {
    await using folder = await createFolder({
      "d.csv": `\ufeffwords,b,other,a,flag\n"one, ""two""",2,x,9007199254740993,true\n\n three ,+4,,-1,0\n`,
    });
    const source = { kind: "csv", path: folder.of("d.csv"), columns } as const;
    const requests = await prepareRequests(requestSet({ inputs, source }));
    expect(requests.count).toBe(2);
    const [first, second] = [requests.contentsFor(0), requests.contentsFor(1)];
    const ids = [first, second].map(([data]) => [
      ...new BigInt64Array(new Uint8Array(data ?? []).buffer),
    ]);
    expect(ids).toEqual([
      [2n ** 53n + 1n, 2n],
      [-1n, 4n],
    ]);
    const texts = [first, second].map(([, data]) =>
      splitTexts(data ?? Buffer.of())?.map((text) => Buffer.from(text).toString()),
    );
    expect(texts).toEqual([['one, "two"'], [" three "]]);
    expect([first[2], second[2]].map((data) => data?.[0])).toEqual([1, 0]);
  });

  it("[LAB-INPUT-20] read NaN and infinity for floating point", () => {
    const one = { inputs: [input("x", "FP32", [5])], batchSize: 1 };
    const [item] = parseItems("a,b,c,d,e\nnan,-inf,inf,1e-3, .5 \n", "f", one, {
      x: ["a", "b", "c", "d", "e"],
    });
    const values = [...new Float32Array(item?.inputs.get("x")?.data.buffer as ArrayBuffer)];
    expect(values).toEqual([Number.NaN, -Infinity, Infinity, Math.fround(1e-3), 0.5]);
  });

  it.each([
    [
      "a missing column",
      "a,b,words\n1,2,x\n",
      "'d.csv': it has no column 'flag'; its columns are a, b, words.",
    ],
    ["a column twice", "a,b,words,flag,a\n1,2,x,1,2\n", "'d.csv': it has column 'a' twice."],
    [
      "a cell that is no number",
      `${header}1,2,x,1\n1,oops,x,1\n`,
      `'d.csv', line 3, column 'b': "oops" is not a whole number from -9223372036854775808 to 9223372036854775807, as INT64 needs.`,
    ],
    ["an empty cell", `${header}1,,x,1\n`, `line 2, column 'b': "" is not a whole number`],
    [
      "a fraction",
      `${header}1,2.5,x,1\n`,
      "line 2, input 'ids': element 1 is 2.5, not a whole number",
    ],
    ["no truth value", `${header}1,2,x,yes\n`, `column 'flag': "yes" is not true, false, 1 or 0`],
    ["an inherited truth", `${header}1,2,x,constructor\n`, `"constructor" is not true`],
    ["too few cells", `${header}1,2\n`, "'d.csv': Invalid Record Length"],
    ["an open quote", `${header}1,2,"x,1\n`, "'d.csv': Quote Not Closed"],
    ["no lines", header, "holds no line of column names followed by lines"],
    ["nothing", "", "holds no line of column names"],
  ])("[LAB-INPUT-9] are rejected with %s", (_name, text, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining(message),
      }),
    );
  });

  it.each([
    ["an input without columns", { ids: ["a", "b"] }, "it names no columns for input 'text'."],
    [
      "a name that is no input",
      { ...columns, x: ["a"] },
      "it names 'x', which is no input of the model",
    ],
    [
      "too few columns",
      { ...columns, ids: ["a"] },
      "input 'ids' has 1 columns, and its shape [2] takes 2.",
    ],
  ])("[LAB-INPUT-9] are rejected for %s", (_name, taken, message) => {
    const text = `${header}1,2,x,1\n`;
    expect(() => parseItems(text, "d.csv", { inputs, batchSize: 1 }, taken)).toThrow(message);
  });
});
