import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { prepareRequests } from "../prepare.ts";
import type { RequestSet } from "../request-set.ts";
import { createFolder, input, requestSet } from "../testing/sets.ts";
import numpy from "./fixtures/numpy.json" with { type: "json" };
import { unpackNpz } from "./npz.ts";

const archive = {
  "stored.npz": Buffer.from(numpy.archives.stored, "base64"),
  "deflated.npz": Buffer.from(numpy.archives.deflated, "base64"),
};

function numpySet(files: Record<string, string>, more: Partial<RequestSet> = {}): RequestSet {
  return requestSet({
    inputs: [input("x", "FP32", [3]), input("ids", "INT64", [])],
    source: { kind: "numpy", files },
    ...more,
  });
}

const floats = (data: Uint8Array | undefined) => [
  ...new Float32Array(new Uint8Array(data ?? []).buffer),
];

describe("NumPy files", () => {
  it.each(["stored.npz", "deflated.npz"])(
    "[LAB-INPUT-15] give an item for each step of the first axis: %s",
    async (name) => {
      await using folder = await createFolder(archive);
      const requests = await prepareRequests(numpySet({ "*": folder.of(name) }));
      expect(requests.count).toBe(4);
      const [x, ids] = requests.contentsFor(2);
      expect(floats(x)).toEqual([6, 7, 8]);
      expect(new BigInt64Array(new Uint8Array(ids ?? []).buffer)[0]).toBe(2n ** 62n);
      expect(requests.inputsFor(2).map(({ shape }) => shape)).toEqual([[1, 3], [1]]);
    },
  );

  it("[LAB-INPUT-8] make requests of successive items, cycling", async () => {
    await using folder = await createFolder(archive);
    const inputs = [input("x", "FP32", [-1], 3), input("ids", "INT64", [], 3)];
    const source = { kind: "numpy", files: { "*": folder.of("stored.npz") } } as const;
    const requests = await prepareRequests(requestSet({ inputs, source, batchSize: 3 }));
    expect([requests.count, requests.different]).toEqual([4, 4]);
    expect(requests.inputsFor(0)[0]?.shape).toEqual([3, 3]);
    expect(floats(requests.contentsFor(1)[0])).toEqual([9, 10, 11, 0, 1, 2, 3, 4, 5]);
  });

  it("[LAB-INPUT-15] contain expected outputs under other names", async () => {
    await using folder = await createFolder(archive);
    const set = numpySet({ "*": folder.of("stored.npz") }, { checkOutputs: true });
    const requests = await prepareRequests(set);
    const bytes = Buffer.from(new Float32Array([6, 8, 10]).buffer);
    expect(requests.expectedFor(1)).toEqual([
      { name: "y", shape: [1, 3], content: { fixed: bytes, texts: bytes } },
    ]);
  });

  it("[LAB-INPUT-16] are rounded for BF16", async () => {
    await using folder = await createFolder(archive);
    const set = numpySet({ x: folder.of("stored.npz") }, { inputs: [input("x", "BF16", [3])] });
    const [x] = (await prepareRequests(set)).contentsFor(0);
    expect([...(x ?? [])]).toEqual([0, 0, 0x80, 0x3f, 0, 0x40]);
  });

  it.each([
    ["no array for an input", { x: "stored.npz" }, {}, "no file holds an array for input 'ids'"],
    ["an archive without it", { z: "stored.npz" }, { checkOutputs: true }, "it holds no array 'z'"],
    [
      "a name that is no input",
      { z: "stored.npz" },
      {},
      "names 'z', which is no input of the model; its inputs are x, ids.",
    ],
    [
      "another type",
      { "*": "stored.npz" },
      { inputs: [input("x", "FP64", [3])] },
      "array 'x', item 0: its type is <f4 (FP32), and input 'x' takes FP64; convert it with astype().",
    ],
    [
      "another shape",
      { "*": "stored.npz" },
      { inputs: [input("x", "FP32", [4])] },
      "the shape [3] does not fit the model's [4]",
    ],
    ["no archive", { "*": "text.npy" }, {}, "it is no .npz archive"],
    ["no array", { x: "text.npy" }, {}, "it is no .npy file"],
  ])("[LAB-INPUT-9] are rejected for %s", async (_name, files, more, message) => {
    await using folder = await createFolder({ ...archive, "text.npy": "words" });
    const paths = Object.fromEntries(
      Object.entries(files).map(([key, name]) => [key, folder.of(name as string)]),
    );
    await expect(prepareRequests(numpySet(paths, more))).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(message),
    });
  });

  it("[LAB-INPUT-9] that do not exist are NOT_FOUND", async () => {
    await using folder = await createFolder({});
    await expect(prepareRequests(numpySet({ x: folder.of("no.npy") }))).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: `'${folder.of("no.npy")}' does not exist.`,
    });
  });
});

describe("npz archives", () => {
  const all = { wanted: () => true, most: 1_000_000 };

  it("[LAB-INPUT-9] that expand beyond the limit are rejected, whatever they claim", () => {
    const bomb = Buffer.from(zipSync({ "x.npy": new Uint8Array(4_000_000) }));
    expect(bomb.length).toBeLessThan(10_000);
    // Makes the sizes in the local and the central header small.
    bomb.writeUInt32LE(100, 22);
    bomb.writeUInt32LE(100, bomb.indexOf("PK\x01\x02", 0, "latin1") + 24);
    expect(() => unpackNpz(bomb, "'b.npz'", all)).toThrow(
      "'b.npz': its arrays have more than 1000000 bytes.",
    );
  });

  it("[LAB-INPUT-9] that are truncated are rejected", () => {
    for (const [name, bytes] of Object.entries(archive)) {
      for (let length = 60; length < 200; length += 7) {
        expect(() => unpackNpz(bytes.subarray(0, length), name, all)).toThrow(
          /: (it is no|the archive ends)/,
        );
      }
    }
  });
});
