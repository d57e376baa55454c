import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { StatusError } from "../../../../base/status-error.ts";
import { httpOutputs } from "../response-outputs.ts";
import { type Random, seededRandom } from "../random.ts";
import { input } from "../testing/sets.ts";
import { parseItems } from "./csv.ts";
import numpy from "./fixtures/numpy.json" with { type: "json" };
import { decodeImage } from "./image-file.ts";
import { elementBytes, parseNpy } from "./npy.ts";
import { unpackNpz } from "./npz.ts";
import { parseInputData } from "./perf-analyzer-json.ts";

const needs = { inputs: [input("x", "INT32", [-1])], batchSize: 1, checkOutputs: true };

const INPUT_DATA = JSON.stringify({
  data: [[{ x: { content: [1, 25, -3], shape: [3] } }, { x: { b64: "AQAAAA==", shape: [1] } }]],
  validation_data: [[{ y: [true, "a", 1] }, { y: { content: { b64: "AA==" } } }]],
});
const colours = Buffer.alloc(16 * 16 * 4, 77);
const image = Object.assign(new PNG({ width: 16, height: 16 }), { data: colours });

const READERS: [name: string, file: Buffer, read: (bytes: Buffer) => unknown][] = [
  ["input data", Buffer.from(INPUT_DATA), (bytes) => parseInputData(bytes.toString(), "f", needs)],
  [
    "CSV",
    Buffer.from('a,b\n1,"2"\n3,4\n'),
    (bytes) =>
      parseItems(
        bytes.toString(),
        "f",
        { ...needs, inputs: [input("x", "INT32", [2])] },
        { x: ["a", "b"] },
      ),
  ],
  [
    "npy",
    Buffer.from(numpy.arrays[2]?.file ?? "", "base64"),
    (bytes) => elementBytes(parseNpy(bytes, "f"), 0, 2),
  ],
  [
    "npy of texts",
    Buffer.from(numpy.texts[1]?.file ?? "", "base64"),
    (bytes) => elementBytes(parseNpy(bytes, "f"), 0, 2),
  ],
  [
    "npz",
    Buffer.from(numpy.archives.deflated, "base64"),
    (bytes) => unpackNpz(bytes, "f", { wanted: () => true, most: 100_000 }),
  ],
  ["PNG", PNG.sync.write(image), (bytes) => decodeImage(bytes, "f")],
  [
    "JPEG",
    jpeg.encode({ width: 16, height: 16, data: colours }).data,
    (bytes) => decodeImage(bytes, "f"),
  ],
  [
    "HTTP answer",
    Buffer.from(
      '{"outputs":[{"name":"a","datatype":"INT32","shape":[2],"data":[1,2]},{"name":"b","datatype":"UINT8","shape":[1],"parameters":{"binary_data_size":1}}]}x',
    ),
    (bytes) => httpOutputs(bytes, bytes.length - 1),
  ],
];

/** Changes some bytes, removes, doubles or swaps a piece, or truncates the end. */
function mutate(file: Buffer, random: Random): Buffer {
  const below = (limit: number) => Math.floor(random() * limit);
  const [from, to] = [below(file.length), below(file.length)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  const head = file.subarray(0, from);
  switch (below(5)) {
    case 0:
      return head;
    case 1:
      return Buffer.concat([head, file.subarray(to)]);
    case 2:
      return Buffer.concat([file.subarray(0, to), file.subarray(from)]);
    case 3:
      return Buffer.concat([
        head,
        Buffer.from(file.subarray(from, to)).reverse(),
        file.subarray(to),
      ]);
    default: {
      const changed = Buffer.from(file);
      for (let i = 0; i <= below(4); i++) changed[below(file.length)] = below(256);
      return changed;
    }
  }
}

function outcome(read: () => unknown): string {
  try {
    read();
    return "read";
  } catch (error) {
    return error instanceof StatusError ? error.code : String(error);
  }
}

describe("files that are broken in 10,000 ways", () => {
  it.each(READERS)(
    "[LAB-INPUT-9] [LAB-INPUT-26] are read or rejected with a message: %s",
    (_name, file, read) => {
      const random = seededRandom(file.length);
      expect(outcome(() => read(file))).toBe("read");
      const outcomes = new Set<string>();
      for (let i = 0; i < 1250; i++) {
        const broken = mutate(file, random);
        outcomes.add(outcome(() => read(broken)));
      }
      for (const allowed of ["read", "INVALID_ARGUMENT", "DATA_LOSS"]) outcomes.delete(allowed);
      expect([...outcomes]).toEqual([]);
    },
  );

  it("[LAB-INPUT-9] reject endlessly nested JSON", () => {
    const deep = `{"data":[{"x":${"[".repeat(200_000)}${"]".repeat(200_000)}}],"validation_data":[{}]}`;
    expect(outcome(() => parseInputData(deep, "f", needs))).toBe("INVALID_ARGUMENT");
    const long = deep.replace('{"x":', '{"y":12345678901234567890,"x":');
    expect(outcome(() => parseInputData(long, "f", needs))).toBe("INVALID_ARGUMENT");
  });
});
