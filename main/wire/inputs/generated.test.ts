import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Distribution } from "../../contract/index.ts";
import { KINDS, splitTexts } from "./elements.ts";
import { prepareRequests } from "./prepare.ts";
import type { RequestSet } from "./request-set.ts";
import { elementsIn, type InputSpec } from "./tensor.ts";
import { input, requestSet } from "./testing/sets.ts";

const fixed = Object.keys(KINDS) as (keyof typeof KINDS)[];
const floating = fixed.filter((datatype) => !KINDS[datatype].whole);
const integers = fixed.filter((datatype) => KINDS[datatype].whole && datatype !== "BOOL");

const drawn = (
  inputs: InputSpec[],
  byInput: Record<string, Distribution>,
  more: Partial<RequestSet> = {},
) => prepareRequests(requestSet({ inputs, source: { kind: "generated", byInput }, ...more }));

async function values(
  datatype: string,
  distribution: Distribution,
  count = 5000,
): Promise<number[]> {
  const requests = await drawn([input("x", datatype, [count])], { x: distribution });
  const data = requests.contentsFor(0)[0] as Uint8Array;
  const { bytes, read } = KINDS[datatype as "FP32"];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  expect(data.byteLength).toBe(count * bytes);
  return Array.from({ length: count }, (_, i) => Number(read(view, i * bytes)));
}

async function texts(distribution: Distribution): Promise<string[]> {
  const requests = await drawn([input("x", "BYTES", [500])], { x: distribution });
  const found = splitTexts(requests.contentsFor(0)[0] as Uint8Array) ?? [];
  expect(found.length).toBe(500);
  return found.map((text) => Buffer.from(text).toString());
}

function moments(sample: readonly number[]): { mean: number; deviation: number } {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sample.length;
  return { mean, deviation: Math.sqrt(variance) };
}

describe("generated inputs", () => {
  const inputs = [input("x", "FP32", [8]), input("t", "BYTES", [2])];
  const contents = async (more: Partial<RequestSet>) => {
    const requests = await drawn(inputs, {}, more);
    return Array.from({ length: requests.count }, (_, i) => requests.contentsFor(i));
  };

  it("[LAB-INPUT-4] are the same for the same seed, different for another, and stay where there are more", async () => {
    const four = await contents({ distinctInputs: 4, seed: 42 });
    expect(await contents({ distinctInputs: 4, seed: 42 })).toEqual(four);
    expect((await contents({ distinctInputs: 9, seed: 42 })).slice(0, 4)).toEqual(four);
    expect(await contents({ distinctInputs: 4, seed: 43 })).not.toEqual(four);
    expect(new Set(four.map(([x]) => Buffer.from(x ?? []).toString("hex"))).size).toBe(4);
  });

  it("[LAB-INPUT-4] have the bytes their shape and datatype say", async () => {
    const shapes = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fixed),
        shapes,
        fc.integer(),
        async (datatype, dims, seed) => {
          const requests = await drawn(
            [input("x", datatype, dims)],
            {},
            { seed, distinctInputs: 1 },
          );
          expect(requests.contentsFor(0)[0]?.byteLength).toBe(
            elementsIn(dims) * KINDS[datatype].bytes,
          );
        },
      ),
    );
  });

  it.each(floating)("[LAB-INPUT-5] are standard normal in %s", async (datatype) => {
    const { mean, deviation } = moments(await values(datatype, { kind: "auto" }));
    expect(Math.abs(mean)).toBeLessThan(0.08);
    expect(Math.abs(deviation - 1)).toBeLessThan(0.06);
  });

  it.each(integers)("[LAB-INPUT-5] are small whole numbers in %s", async (datatype) => {
    const sample = await values(datatype, { kind: "auto" });
    const limit = Math.min(1000, Number(KINDS[datatype].most) + 1);
    expect(Math.min(...sample)).toBe(0);
    expect(Math.max(...sample)).toBeLessThan(limit);
    expect(Math.max(...sample)).toBeGreaterThan(limit * 0.98);
  });

  it("[LAB-INPUT-5] are fair coins in BOOL", async () => {
    const { mean } = moments(await values("BOOL", { kind: "auto" }));
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.04);
  });

  it("[LAB-INPUT-5] are words in BYTES, or texts as long as asked for", async () => {
    for (const text of await texts({ kind: "auto" })) expect(text).toMatch(/^[a-z]{8,24}$/);
    const lengths = new Set(
      (await texts({ kind: "texts", shortest: 2, longest: 5 })).map((text) => text.length),
    );
    expect(lengths).toEqual(new Set([2, 3, 4, 5]));
    expect(new Set(await texts({ kind: "zeros" }))).toEqual(new Set([""]));
  });

  it.each(fixed)("[LAB-INPUT-5] are zeros in %s", async (datatype) => {
    expect(new Set(await values(datatype, { kind: "zeros" }))).toEqual(new Set([0]));
  });

  it.each(floating)("[LAB-INPUT-5] are uniform between bounds in %s", async (datatype) => {
    const sample = await values(datatype, { kind: "uniform", least: -3, most: 5 });
    expect(Math.min(...sample)).toBeGreaterThanOrEqual(-3);
    expect(Math.max(...sample)).toBeLessThanOrEqual(5);
    const { mean, deviation } = moments(sample);
    expect(Math.abs(mean - 1)).toBeLessThan(0.2);
    expect(Math.abs(deviation - 8 / Math.sqrt(12))).toBeLessThan(0.15);
  });

  it.each(integers)("[LAB-INPUT-5] are uniform with both ends in %s", async (datatype) => {
    const sample = await values(datatype, { kind: "uniform", least: 2.5, most: 6 });
    expect(new Set(sample)).toEqual(new Set([3, 4, 5, 6]));
  });

  it("[LAB-INPUT-5] reach the ends of wide integers", async () => {
    const sample = await values("INT64", { kind: "uniform", least: -(2 ** 52), most: 2 ** 52 });
    expect(sample.every(Number.isSafeInteger)).toBe(true);
    expect(Math.min(...sample)).toBeLessThan(-(2 ** 51));
    expect(Math.max(...sample)).toBeGreaterThan(2 ** 51);
  });

  it("[LAB-INPUT-5] are normal, rounded and kept within the datatype", async () => {
    const floats = moments(await values("FP64", { kind: "normal", mean: 10, deviation: 2 }));
    expect(Math.abs(floats.mean - 10)).toBeLessThan(0.15);
    expect(Math.abs(floats.deviation - 2)).toBeLessThan(0.12);
    const bytes = await values("UINT8", { kind: "normal", mean: 250, deviation: 20 });
    expect(Math.max(...bytes)).toBe(255);
    expect(Math.min(...bytes)).toBeGreaterThan(150);
  });

  it("[LAB-INPUT-5] are token ids", async () => {
    const sample = await values("INT32", { kind: "tokens", below: 50 });
    expect(new Set(sample)).toEqual(new Set(Array.from({ length: 50 }, (_, i) => i)));
  });

  it.each<[string, Distribution, string]>([
    [
      "BYTES",
      { kind: "normal", mean: 0, deviation: 1 },
      "Input 'x' is BYTES, and its distribution is 'normal': BYTES take 'auto', 'zeros' or 'texts'.",
    ],
    ["BYTES", { kind: "texts", shortest: 3, longest: 2 }, "shortest is 3, more than longest, 2."],
    [
      "FP32",
      { kind: "texts", shortest: 1, longest: 2 },
      "texts fit BYTES; FP32 takes 'auto', 'zeros', 'uniform' or 'normal'.",
    ],
    ["FP16", { kind: "tokens", below: 10 }, "tokens fit integers; FP16 takes"],
    [
      "FP16",
      { kind: "uniform", least: 0, most: 70_000 },
      "0 to 70000 is more than FP16 holds, from -65504 to 65504.",
    ],
    ["INT8", { kind: "tokens", below: 129 }, "below is 129, and INT8 holds from -128 to 127."],
    [
      "UINT8",
      { kind: "uniform", least: -1, most: 5 },
      "-1 to 5 is more than UINT8 holds, from 0 to 255.",
    ],
    [
      "INT32",
      { kind: "uniform", least: 0.2, most: 0.8 },
      "there is no whole number between 0.2 and 0.8.",
    ],
    [
      "INT64",
      { kind: "uniform", least: 0, most: 2 ** 60 },
      "whole numbers are drawn from -9007199254740991 to 9007199254740991.",
    ],
    ["FP64", { kind: "uniform", least: 2, most: 1 }, "least is 2, more than most, 1."],
    ["BOOL", { kind: "normal", mean: 0, deviation: 1 }, "BOOL takes 'auto', 'zeros' or 'uniform'."],
    [
      "BOOL",
      { kind: "uniform", least: 0, most: 2 },
      "0 to 2 is more than BOOL holds, from 0 to 1.",
    ],
  ])("[LAB-INPUT-6] of %s reject %j", async (datatype, distribution, message) => {
    await expect(drawn([input("x", datatype, [4])], { x: distribution })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(message),
    });
  });

  it("[LAB-INPUT-6] reject distributions for inputs that do not exist, whatever their names", async () => {
    await expect(drawn(inputs, { y: { kind: "zeros" } })).rejects.toThrow(
      "inputs.byInput names 'y', which is no input of the model; its inputs are x, t.",
    );
    expect((await drawn([input("constructor", "FP32", [4])], {})).count).toBe(100);
  });

  it("[LAB-INPUT-7] that are equal count once", async () => {
    expect((await drawn([input("x", "BOOL", [1])], {})).count).toBe(2);
    expect((await drawn([input("x", "FP32", [1000])], { x: { kind: "zeros" } })).count).toBe(1);
    const large = [input("x", "FP32", [100_000]), input("on", "BOOL", [1])];
    const requests = await drawn(large, { x: { kind: "zeros" } });
    expect([requests.count, requests.different]).toEqual([2, 2]);
    expect(requests.contentsFor(0)[1]).not.toEqual(requests.contentsFor(1)[1]);
  });

  it("[LAB-INPUT-2] are bounded in memory", async () => {
    const inputs = [input("x", "FP32", [1024, 1024])];
    await expect(drawn(inputs, {}, { distinctInputs: 65 })).rejects.toThrow("use at most 64.");
    const long = { x: { kind: "texts", shortest: 1, longest: 65_536 } } as const;
    await expect(drawn([input("x", "BYTES", [8192])], long)).rejects.toThrow("use smaller shapes");
  });
});
