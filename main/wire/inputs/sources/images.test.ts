import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { InputSource } from "../../../contract/index.ts";
import { KINDS } from "../elements.ts";
import { prepareRequests } from "../prepare.ts";
import type { RequestSet } from "../request-set.ts";
import type { InputSpec } from "../tensor.ts";
import { createFolder, input, requestSet } from "../testing/sets.ts";
import { decodeImage } from "./image-file.ts";
import { imageLayout } from "./image-input.ts";

type Colour = readonly [number, number, number];
type Scaling = Extract<InputSource, { kind: "images" }>["scaling"];

const RED: Colour = [255, 0, 0];
const BLUE: Colour = [0, 0, 255];

function pixels(colours: readonly Colour[]): Buffer {
  return Buffer.concat(colours.map((colour) => Buffer.of(...colour, 255)));
}

function png(width: number, colours: readonly Colour[]): Buffer {
  const image = new PNG({ width, height: colours.length / width });
  image.data = pixels(colours);
  return PNG.sync.write(image);
}

/** A PNG with these chunks. */
function chunks(...parts: [type: string, data: Buffer][]): Buffer {
  const encoded = parts.map(([type, data]) => {
    const chunk = Buffer.alloc(12 + data.length);
    chunk.writeUInt32BE(data.length, 0);
    chunk.write(type, 4, "latin1");
    data.copy(chunk, 8);
    chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
    return chunk;
  });
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...encoded]);
}

function head(width: number, height: number, interlaced: boolean): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, interlaced ? 1 : 0]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return data;
}

async function tensor(image: Buffer, spec: InputSpec, scaling: Scaling): Promise<number[]> {
  await using folder = await createFolder({ "a.png": image });
  const source = { kind: "images", folder: folder.path, input: spec.name, scaling } as const;
  const requests = await prepareRequests(requestSet({ inputs: [spec], source }));
  const data = requests.contentsFor(0)[0] as Uint8Array;
  const { bytes, read } = KINDS[spec.datatype as "FP32"];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length: data.length / bytes }, (_, i) => Number(read(view, i * bytes)));
}

describe("images", () => {
  it("[LAB-INPUT-17] put channels first or last, as the shape says", async () => {
    const image = png(2, [RED, BLUE]);
    expect(await tensor(image, input("x", "UINT8", [3, 1, 2]), "none")).toEqual([
      255, 0, 0, 0, 0, 255,
    ]);
    expect(await tensor(image, input("x", "UINT8", [2, 2, 3]), "none")).toEqual([
      ...RED,
      ...BLUE,
      ...RED,
      ...BLUE,
    ]);
  });

  it.each([
    [[3, 224, 224], { channels: 3, channelsFirst: true, height: 224, width: 224 }],
    [[224, 160, 3], { channels: 3, channelsFirst: false, height: 224, width: 160 }],
    [[1, 28, 28], { channels: 1, channelsFirst: true, height: 28, width: 28 }],
    [[28, 28, 1], { channels: 1, channelsFirst: false, height: 28, width: 28 }],
    [[28, 30], { channels: 1, channelsFirst: true, height: 28, width: 30 }],
    [[3, 224, 3], { channels: 3, channelsFirst: true, height: 224, width: 3 }],
  ])("[LAB-INPUT-17] of shape %j are laid out by one rule", (shape, layout) => {
    expect(imageLayout("x", shape)).toEqual(layout);
  });

  it("[LAB-INPUT-17] use luma for one channel", async () => {
    const image = png(3, [RED, [0, 255, 0], BLUE]);
    expect(await tensor(image, input("x", "UINT8", [1, 3]), "none")).toEqual([76, 150, 29]);
  });

  it("[LAB-INPUT-18] are resized with centres on centres", async () => {
    const image = png(2, [
      [0, 0, 0],
      [100, 0, 0],
    ]);
    const [row] = [await tensor(image, input("x", "FP32", [3, 1, 4]), "none")];
    expect(row.slice(0, 4)).toEqual([0, 25, 75, 100]);
    const smaller = png(
      4,
      [0, 10, 20, 30].map((red): Colour => [red, 0, 0]),
    );
    expect((await tensor(smaller, input("x", "FP32", [3, 1, 2]), "none")).slice(0, 2)).toEqual([
      5, 25,
    ]);
  });

  it.each<[Scaling, string, number[]]>([
    ["none", "FP32", [255, 0, 51]],
    ["unit", "FP32", [1, 0, 0.2]],
    ["inception", "FP32", [1, -1, -0.6]],
    ["imagenet", "FP32", [2.2489, -2.0357, -0.9156]],
    ["none", "INT8", [127, -128, -77]],
    ["unit", "FP16", [1, 0, 0.2]],
  ])("[LAB-INPUT-19] are scaled by '%s' to %s", async (scaling, datatype, expected) => {
    const found = await tensor(png(1, [[255, 0, 51]]), input("x", datatype, [3, 1, 1]), scaling);
    found.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i] as number, datatype === "FP16" ? 3 : 4);
    });
  });

  it("[LAB-INPUT-17] are read in the order of their names, with other inputs generated", async () => {
    const grey = (level: number) => png(1, [[level, level, level]]);
    const photo = jpeg.encode(
      { width: 8, height: 8, data: pixels(Array(64).fill([200, 200, 200])) },
      90,
    ).data;
    await using folder = await createFolder({
      "b.png": grey(2),
      "a.PNG": grey(1),
      "c.jpeg": photo,
      "notes.txt": "no image",
    });
    const source = { kind: "images", folder: folder.path, input: "x", scaling: "none" } as const;
    const inputs = [input("x", "UINT8", [1, 1]), input("id", "INT64", [1])];
    const requests = await prepareRequests(requestSet({ inputs, source }));
    const all = Array.from({ length: requests.count }, (_, i) => requests.contentsFor(i));
    expect(all.map(([x]) => x?.[0])).toEqual([1, 2, 200]);
    expect(new Set(all.map(([, id]) => Buffer.from(id ?? []).toString("hex"))).size).toBe(3);
    expect((await prepareRequests(requestSet({ inputs, source, distinctInputs: 2 }))).count).toBe(
      2,
    );
  });

  it("[LAB-INPUT-9] read interlaced files", () => {
    const image = chunks(
      ["IHDR", head(1, 1, true)],
      ["IDAT", deflateSync(Buffer.of(0, 1, 2, 3))],
      ["IEND", Buffer.alloc(0)],
    );
    expect([...decodeImage(image, "a").data]).toEqual([1, 2, 3, 255]);
  });

  it.each([
    ["are no image", Buffer.from("words"), "neither a PNG nor a JPEG"],
    [
      "are too large",
      chunks(["IHDR", head(100_000, 100_000, false)]),
      "100000 × 100000 pixels, more than 25 million",
    ],
    [
      "expand beyond their size",
      chunks(
        ["IHDR", head(1, 1, true)],
        ["IDAT", deflateSync(Buffer.alloc(20_000_000))],
        ["IEND", Buffer.alloc(0)],
      ),
      "broken",
    ],
    [
      "lack pixels",
      chunks(
        ["IHDR", head(9, 9, false)],
        ["IDAT", deflateSync(Buffer.alloc(10))],
        ["IEND", Buffer.alloc(0)],
      ),
      "broken",
    ],
    ["end early", png(2, [RED, BLUE]).subarray(0, 45), "broken"],
    [
      "have a checksum that fails",
      Buffer.concat([png(2, [RED, BLUE]).subarray(0, 30), Buffer.alloc(60)]),
      "broken",
    ],
    ["end within their head", png(2, [RED, BLUE]).subarray(0, 20), "ends within its head"],
    [
      "are half a JPEG",
      jpeg.encode({ width: 8, height: 8, data: pixels(Array(64).fill(RED)) }).data.subarray(0, 200),
      "broken",
    ],
  ])("[LAB-INPUT-9] that %s are rejected by name", (_name, image, message) => {
    expect(() => decodeImage(image, "'/a.png'")).toThrow(
      expect.objectContaining({
        code: "INVALID_ARGUMENT",
        message: expect.stringMatching(new RegExp(`^'/a.png': .*${message}`)),
      }),
    );
  });

  it.each<[string, Partial<RequestSet> & { scaling?: Scaling; of?: string }, string]>([
    [
      "an input that does not exist",
      { of: "y" },
      "inputs.input is 'y', which is no input of the model; its inputs are x.",
    ],
    [
      "a shape that is no image's",
      { inputs: [input("x", "FP32", [5, 7, 9])] },
      "input 'x': an image does not fit the shape [5,7,9]",
    ],
    [
      "fractions in integers",
      { inputs: [input("x", "UINT8", [3, 1, 1])], scaling: "unit" },
      "scaling 'unit' makes fractions, and it is UINT8; use 'none'.",
    ],
    [
      "three means for one channel",
      { inputs: [input("x", "FP32", [1, 1, 1])], scaling: "imagenet" },
      "for three channels, and it has one",
    ],
    ["texts", { inputs: [input("x", "BYTES", [3, 1, 1])] }, "an image does not fit BYTES"],
    [
      "too much memory",
      { inputs: [input("x", "FP32", [3, 8000, 8000])] },
      "One request takes 768000000 bytes",
    ],
  ])(
    "[LAB-INPUT-9] are rejected for %s",
    async (_name, { scaling = "none", of = "x", ...more }, message) => {
      await using folder = await createFolder({ "a.png": png(1, [RED]) });
      const source = { kind: "images", folder: folder.path, input: of, scaling } as const;
      const set = requestSet({ inputs: [input("x", "FP32", [3, 1, 1])], source, ...more });
      await expect(prepareRequests(set)).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining(message),
      });
    },
  );

  it("[LAB-INPUT-9] require a folder with images", async () => {
    await using folder = await createFolder({ "notes.txt": "" });
    const of = (place: string) =>
      prepareRequests(
        requestSet({
          inputs: [input("x", "FP32", [3, 1, 1])],
          source: { kind: "images", folder: place, input: "x", scaling: "none" },
        }),
      );
    await expect(of(folder.path)).rejects.toThrow("it holds no .png, .jpg or .jpeg file.");
    await expect(of(folder.of("none"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
