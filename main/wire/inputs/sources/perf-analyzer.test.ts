import { mkdir, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeElements, KINDS, splitTexts } from "../elements.ts";
import { prepareRequests } from "../prepare.ts";
import type { PreparedRequests, RequestSet } from "../request-set.ts";
import { createFolder, input, requestSet } from "../testing/sets.ts";
import { parseInputData } from "./perf-analyzer-json.ts";

async function prepare(json: unknown, more: Partial<RequestSet> = {}): Promise<PreparedRequests> {
  const text = typeof json === "string" ? json : JSON.stringify(json);
  await using folder = await createFolder({ "data.json": text });
  const source = { kind: "perf-analyzer", path: folder.of("data.json") } as const;
  return await prepareRequests(
    requestSet({ inputs: [input("INPUT", "INT32", [2, 2])], source, ...more }),
  );
}

const ints = (data: Uint8Array | undefined) => [
  ...new Int32Array(new Uint8Array(data ?? []).buffer),
];
/** Without the sign of zero. */
const plain = (value: number | bigint) => String(typeof value === "bigint" ? value : value + 0);
const b64 = (...values: number[]) => Buffer.from(new Int32Array(values).buffer).toString("base64");

describe("perf_analyzer's input data", () => {
  it("[LAB-INPUT-12] contains elements flat, nested, as content and as base64", async () => {
    const requests = await prepare({
      data: [
        { INPUT: [1, 2, 3, 4] },
        {
          INPUT: [
            [5, 6],
            [7, 8],
          ],
        },
        { INPUT: { content: [9, 10, 11, 12], shape: [2, 2] }, model: ["passed over"] },
        { INPUT: { b64: b64(13, 14, 15, 16) } },
        { INPUT: { content: { b64: b64(17, 18, 19, 20) }, shape: [2, 2] } },
      ],
    });
    expect(requests.count).toBe(5);
    const all = Array.from({ length: 5 }, (_, i) => ints(requests.contentsFor(i)[0]));
    expect(all.flat()).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(requests.inputsFor(0)[0]?.shape).toEqual([1, 2, 2]);
    expect([requests.sequences, requests.expectedFor(0)]).toEqual([null, null]);
  });

  it("[LAB-INPUT-12] has shapes where dimensions are dynamic", async () => {
    const inputs = [input("INPUT", "INT32", [-1, -1])];
    const content = [1, 2, 3, 4, 5, 6];
    const data = [{ INPUT: { content, shape: [2, 3] } }, { INPUT: { content, shape: [6, 1] } }];
    const requests = await prepare({ data }, { inputs });
    expect(requests.inputsFor(0)[0]?.shape).toEqual([1, 2, 3]);
    expect(requests.inputsFor(1)[0]?.shape).toEqual([1, 6, 1]);
    expect(requests.different).toBe(2);
  });

  it("[LAB-INPUT-10] keeps every digit of 64-bit integers", async () => {
    const inputs = [input("i", "INT64", [3]), input("u", "UINT64", [1])];
    const requests = await prepare(
      '{"data":[{"i":[9007199254740993,-9223372036854775808,5],"u":[18446744073709551615]}]}',
      { inputs },
    );
    const [i, u] = requests.contentsFor(0).map((data) => new Uint8Array(data).buffer);
    expect([...new BigInt64Array(i as ArrayBuffer)]).toEqual([2n ** 53n + 1n, -(2n ** 63n), 5n]);
    expect(new BigUint64Array(u as ArrayBuffer)[0]).toBe(2n ** 64n - 1n);
  });

  it("[LAB-INPUT-12] contains texts, BOOL and half precision", async () => {
    const inputs = [
      input("t", "BYTES", [2]),
      input("b", "BOOL", [3]),
      input("h", "FP16", [1]),
      input("f", "BF16", [2]),
    ];
    const requests = await prepare(
      { data: [{ t: ["ä", ""], b: [true, 0, 1], h: [1.5], f: [1, 3.14159] }] },
      { inputs },
    );
    const [t, b, h, f] = requests.contentsFor(0);
    expect(splitTexts(t ?? Buffer.of())?.map((text) => Buffer.from(text).toString())).toEqual([
      "ä",
      "",
    ]);
    expect([[...(b ?? [])], [...(h ?? [])], [...(f ?? [])]]).toEqual([
      [1, 0, 1],
      [0x00, 0x3e],
      [0x80, 0x3f, 0x49, 0x40],
    ]);
  });

  it("[LAB-INPUT-8] makes batches of successive entries", async () => {
    const inputs = [input("INPUT", "INT32", [1], 2)];
    const data = [1, 2, 3].map((value) => ({ INPUT: [value] }));
    const requests = await prepare({ data }, { inputs, batchSize: 2 });
    expect(requests.inputsFor(0)[0]?.shape).toEqual([2, 1]);
    const sent = Array.from({ length: requests.count }, (_, i) => ints(requests.contentsFor(i)[0]));
    expect(sent).toEqual([
      [1, 2],
      [3, 1],
      [2, 3],
    ]);
    expect((await prepare({ data }, { inputs, batchSize: 2, distinctInputs: 2 })).count).toBe(2);
  });

  it("[LAB-INPUT-13] contains streams, whose requests belong together", async () => {
    const inputs = [input("INPUT", "INT32", [1])];
    const data = [
      [1, 2, 3, 4],
      [5, 6, 7],
      [8, 9],
    ].map((stream) => stream.map((value) => ({ INPUT: [value] })));
    const requests = await prepare({ data }, { inputs });
    expect(requests.sequences).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ]);
    expect(ints(requests.contentsFor(7)[0])).toEqual([8]);
    const fewer = await prepare({ data }, { inputs, distinctInputs: 8 });
    expect([fewer.sequences?.length, fewer.count]).toEqual([2, 7]);
    const one = await prepare({ data }, { inputs, distinctInputs: 1 });
    expect([one.sequences?.length, one.count]).toEqual([1, 4]);
  });

  it("[LAB-INPUT-14] contains expected outputs, which are joined in batches", async () => {
    const inputs = [input("INPUT", "INT32", [1], 2)];
    const requests = await prepare(
      {
        data: [{ INPUT: [1] }, { INPUT: [2] }],
        validation_data: [
          { OUT: { content: [2, 3], shape: [2] }, B: { b64: "AQ==" } },
          { OUT: { content: [4, 5], shape: [2] }, B: { b64: "Ag==" } },
        ],
      },
      { inputs, batchSize: 2, checkOutputs: true },
    );
    const bytes = Buffer.of(1, 2);
    expect(requests.expectedFor(0)).toEqual([
      { name: "OUT", shape: [2, 2], content: [2, 3, 4, 5] },
      { name: "B", shape: null, content: { texts: bytes, fixed: bytes } },
    ]);
  });

  it("[LAB-INPUT-11] may lack optional inputs", async () => {
    const inputs = [
      input("INPUT", "INT32", [1]),
      { ...input("mask", "INT32", [1]), optional: true },
    ];
    const data = [{ INPUT: [1] }, { INPUT: [2], mask: [1] }];
    const requests = await prepare({ data }, { inputs });
    expect([requests.inputsFor(0).length, requests.inputsFor(1).length]).toEqual([1, 2]);
    expect(requests.contentsFor(1).map(ints)).toEqual([[2], [1]]);
  });

  it.each<[string, unknown, Partial<RequestSet>, string]>([
    ["no JSON", '{"data": [NaN]}', {}, "data.json': it is no JSON"],
    ["no object", [], {}, "it holds a list, not an object with 'data'."],
    ["no data", {}, {}, "'data' is missing, not a list of entries."],
    ["empty data", { data: [] }, {}, "'data' is empty"],
    [
      "an invalid entry",
      { data: [{ INPUT: [1, 2, 3, 4] }, 7] },
      {},
      "entry 1: it is 7, not an object by input name.",
    ],
    ["a missing input", { data: [{}] }, {}, "entry 0: input 'INPUT' is missing."],
    [
      "an inherited name",
      { data: [{}] },
      { inputs: [input("constructor", "INT32", [1])] },
      "input 'constructor' is missing.",
    ],
    [
      "an unknown input",
      { data: [{ X: [1] }] },
      {},
      "entry 0: 'X' is no input of the model; its inputs are INPUT.",
    ],
    [
      "too few elements",
      { data: [{ INPUT: [1, 2, 3] }] },
      {},
      "entry 0, input 'INPUT': it has 3 elements, and the shape [2,2] of 'INPUT' has 4.",
    ],
    [
      "another fixed size",
      { data: [{ INPUT: { content: [1], shape: [1, 1] } }] },
      {},
      "the shape [1,1] does not fit the model's [2,2].",
    ],
    [
      "an invalid shape",
      { data: [{ INPUT: { content: [1], shape: [-1, 1.5] } }] },
      {},
      "'shape' is [-1,1.5], not a list of whole numbers.",
    ],
    [
      "a fraction",
      { data: [{ INPUT: [1, 2, 3.5, 4] }] },
      {},
      "element 2 is 3.5, not a whole number from -2147483648 to 2147483647, as INT32 needs.",
    ],
    [
      "a number too large",
      { data: [{ INPUT: [1, 2, 3, 2 ** 31] }] },
      {},
      "element 3 is 2147483648, not",
    ],
    ["a text", { data: [{ INPUT: [1, 2, "3", 4] }] }, {}, 'element 2 is "3", not'],
    [
      "null",
      { data: [{ INPUT: [1, null, 3, 4] }] },
      {},
      "element 1 is null, not a number, text or truth value.",
    ],
    ["invalid base64", { data: [{ INPUT: { b64: "a-b" } }] }, {}, "'b64' is no base64."],
    [
      "bytes that fit no element",
      { data: [{ INPUT: { b64: "AAAA" } }] },
      {},
      "3 bytes are no whole number of INT32 elements.",
    ],
    ["no content", { data: [{ INPUT: { shape: [2, 2] } }] }, {}, "'content' is missing"],
    [
      "texts without lengths",
      { data: [{ INPUT: { b64: "////fw==" } }] },
      { inputs: [input("INPUT", "BYTES", [1])] },
      "the bytes are no texts",
    ],
    [
      "entries and streams",
      { data: [{ INPUT: [1, 2, 3, 4] }, []] },
      {},
      "entry 1: 'data' holds either entries or lists",
    ],
    ["an empty stream", { data: [[]] }, {}, "stream 0: the stream is empty."],
    [
      "no validation data",
      { data: [{ INPUT: [1, 2, 3, 4] }] },
      { checkOutputs: true },
      "'validation_data' is missing",
    ],
    [
      "too little validation data",
      { data: [{ INPUT: [1, 2, 3, 4] }, { INPUT: [1, 2, 3, 4] }], validation_data: [{}] },
      { checkOutputs: true },
      "'validation_data' has 1 entries and 'data' 2",
    ],
    [
      "streams in batches",
      { data: [[{ INPUT: [1, 2, 3, 4] }]] },
      { batchSize: 2, inputs: [input("INPUT", "INT32", [2, 2], 2)] },
      "batchSize is 2, but the input data holds streams",
    ],
    [
      "two shapes in a batch",
      { data: [1, 2].map((n) => ({ INPUT: { content: [n], shape: n === 1 ? [1, 1] : [1] } })) },
      { batchSize: 2, inputs: [input("INPUT", "INT32", [-1], 2)] },
      "the shape [1,1] does not fit the model's [-1]",
    ],
    [
      "two sizes in a batch",
      { data: [1, 2].map((n) => ({ INPUT: { content: Array(n).fill(0), shape: [n] } })) },
      { batchSize: 2, inputs: [input("INPUT", "INT32", [-1], 2)] },
      "input 'INPUT' has the shape [2], and with [1] in the same batch",
    ],
  ])("[LAB-INPUT-9] is rejected with %s", async (_name, json, more, message) => {
    await expect(prepare(json, more)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(message),
    });
  });

  it("[LAB-INPUT-10] reads what was written, in every datatype", () => {
    const datatypes = Object.keys(KINDS) as (keyof typeof KINDS)[];
    const cases = fc.constantFrom(...datatypes).chain((datatype) => {
      const { whole, least, most, bytes } = KINDS[datatype];
      const element: fc.Arbitrary<number | bigint> = whole
        ? fc.bigInt({ min: BigInt(least), max: BigInt(most) })
        : fc.double({ min: -60000, max: 60000, noNaN: true }).map((value) => value + 0);
      return fc
        .array(element, { minLength: 1, maxLength: 8 })
        .map((values) => ({ datatype, bytes, values }));
    });
    fc.assert(
      fc.property(cases, ({ datatype, bytes, values }) => {
        const text = `{"data":[{"x":[${values.map((value) => (typeof value === "bigint" ? value : JSON.stringify(value))).join(",")}]}]}`;
        const inputs = [input("x", datatype, [values.length])];
        const { items } = parseInputData(text, "f", { inputs, batchSize: 1, checkOutputs: false });
        const data = items[0]?.inputs.get("x")?.data as Uint8Array;
        expect(Buffer.from(data)).toEqual(Buffer.from(encodeElements(datatype, values, "x")));
        const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
        const { whole, read } = KINDS[datatype];
        const found = values.map((_, i) => read(view, i * bytes));
        const exact = whole || datatype === "FP64";
        expect(exact ? found.map(plain) : values.map(plain)).toEqual(values.map(plain));
      }),
    );
  });
});

describe("perf_analyzer's folders", () => {
  it("[LAB-INPUT-14] have a file for each input and expected output", async () => {
    const inputs = [input("x", "INT32", [2]), input("t", "BYTES", [2])];
    await using folder = await createFolder({
      x: new Uint8Array(new Int32Array([1, 2]).buffer),
      t: "first\nsecond\n",
      y: "third\n",
    });
    const source = { kind: "perf-analyzer", path: folder.path } as const;
    const requests = await prepareRequests(requestSet({ inputs, source, checkOutputs: true }));
    expect(requests.count).toBe(1);
    const [x, t] = requests.contentsFor(0);
    expect(ints(x)).toEqual([1, 2]);
    expect(Buffer.from(t ?? []).toString("latin1")).toBe("\x05\0\0\0first\x06\0\0\0second");
    expect(requests.expectedFor(0)).toEqual([
      {
        name: "y",
        shape: null,
        content: { fixed: Buffer.from("third\n"), texts: Buffer.from("\x05\0\0\0third") },
      },
    ]);
  });

  it.each([
    ["no file for an input", "x", "NOT_FOUND", "x' does not exist."],
    [
      "a name that leads out of it",
      "../x",
      "INVALID_ARGUMENT",
      "the name of input '../x' leads out of the folder.",
    ],
    ["a folder for a file", "sub", "INVALID_ARGUMENT", "sub' is not a file."],
    [
      "too few bytes",
      "short",
      "INVALID_ARGUMENT",
      "short': it has 1 elements, and the shape [2] of 'short' has 2.",
    ],
  ])("[LAB-INPUT-14] are rejected with %s", async (_name, name, code, message) => {
    await using folder = await createFolder({ short: "abcd" });
    await mkdir(folder.of("sub"));
    await writeFile(folder.of("sub/x"), "");
    const source = { kind: "perf-analyzer", path: folder.path } as const;
    const set = requestSet({ inputs: [input(name, "INT32", [2])], source });
    await expect(prepareRequests(set)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
});
