import { describe, expect, it } from "vitest";
import { encodeFrame, FrameReader, type Header } from "./frames.ts";

function read(pieces: readonly Uint8Array[]): [Header, number[]][] {
  const frames: [Header, number[]][] = [];
  const reader = new FrameReader((header, payload) => frames.push([header, [...payload]]));
  for (const piece of pieces) reader.push(piece);
  return frames;
}

describe("frames of a Python process", () => {
  const frame = encodeFrame({ t: "x", text: "ü" }, [
    new Uint8Array([1, 2, 3]),
    new Uint8Array([4]),
  ]);

  it("are read however they are split", () => {
    const payload = [1, 2, 3, ...Array.from({ length: 13 }, () => expect.any(Number)), 4];
    const one = [{ t: "x", text: "ü" }, expect.arrayContaining([1, 2, 3, 4])];
    expect(read([frame])).toEqual([one]);
    expect(read([frame])[0]?.[1].slice(0, 17)).toEqual(payload);
    const twice = Buffer.concat([frame, frame]);
    expect(read(Array.from(twice, (byte) => new Uint8Array([byte])))).toEqual([one, one]);
    expect(read([twice.subarray(0, frame.length + 3), twice.subarray(frame.length + 3)])).toEqual([
      one,
      one,
    ]);
  });

  it("[PYTHON-PROC-9] are rejected if they are too long, not JSON, or not an object", () => {
    const lengths = (header: number, payload: number) => {
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32LE(header, 0);
      bytes.writeUInt32LE(payload, 4);
      return bytes;
    };
    expect(() => read([lengths(2 ** 31, 0)])).toThrow("a frame of 2147483648 and 0 bytes");
    expect(() => read([lengths(1, 2 ** 32 - 1)])).toThrow("at most");
    for (const text of ["{", "[]", "null", "7", ""]) {
      const bytes = Buffer.from(text);
      expect(() => read([lengths(bytes.length, 0), bytes])).toThrow("no JSON object");
    }
    expect(() => read([lengths(1, 0), new Uint8Array([0xff])])).toThrow("no JSON object");
  });
});
