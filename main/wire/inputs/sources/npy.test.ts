import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitTexts } from "../elements.ts";
import numpy from "./fixtures/numpy.json" with { type: "json" };
import { elementBytes, parseNpy } from "./npy.ts";

const bytes = (base64: string) => Buffer.from(base64, "base64");

/** A .npy file in NumPy's format, with any header. */
function npy(header: string, data: Uint8Array, version = 1): Buffer {
  const head = Buffer.alloc(version === 1 ? 10 : 12);
  head.write("\x93NUMPY", "latin1");
  head[6] = version;
  if (version === 1) head.writeUInt16LE(header.length, 8);
  else head.writeUInt32LE(header.length, 8);
  return Buffer.concat([head, Buffer.from(header), data]);
}

describe("npy files", () => {
  it.each(numpy.arrays)(
    "[LAB-INPUT-16] hold what NumPy wrote: $name",
    ({ file, shape, datatype, data }) => {
      const array = parseNpy(bytes(file), "a");
      expect(array.shape).toEqual(shape);
      expect(array.elements.datatype).toBe(datatype);
      expect(Buffer.from(elementBytes(array, 0, 12)).toString("base64")).toBe(data);
    },
  );

  it.each(numpy.texts)(
    "[LAB-INPUT-16] hold texts without their filling: $name",
    ({ file, shape, texts }) => {
      const array = parseNpy(bytes(file), "a");
      expect(array.shape).toEqual(shape);
      const found = splitTexts(elementBytes(array, 0, texts.length)) ?? [];
      expect(found.map((text) => Buffer.from(text).toString())).toEqual(texts);
    },
  );

  it.each([
    ["objects", numpy.refused.objects, "Python objects"],
    ["structured types", numpy.refused.structured, "no simple NumPy array"],
    ["complex numbers", numpy.refused.complex, "type <c8 is not supported by models"],
    ["dates", numpy.refused.dates, "is not supported by models"],
    ["no elements", numpy.refused.empty, "has no elements"],
  ])("[LAB-INPUT-16] are rejected with %s", (_name, file, message) => {
    expect(() => parseNpy(bytes(file), "'a.npy'")).toThrow(
      expect.objectContaining({
        code: "INVALID_ARGUMENT",
        message: expect.stringMatching(new RegExp(`^'a.npy': .*${message}`)),
      }),
    );
  });

  it.each([
    ["another file", Buffer.from("PK\x03\x04 and more"), "it is no .npy file"],
    ["an unknown version", npy("{}", Buffer.alloc(0), 4), "format version is 4"],
    ["a header beyond the file", Buffer.from("\x93NUMPY\x01\0\xff\xff", "latin1"), "longer than"],
    [
      "too few bytes",
      npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", Buffer.alloc(20)),
      "its shape (2, 3) of <f4 takes 24 bytes, and it holds 20.",
    ],
    [
      "a shape that no file can have",
      npy("{'descr': '<U0', 'fortran_order': True, 'shape': (99999999999,), }", Buffer.alloc(0)),
      "99999999999 texts, more than",
    ],
    [
      "no character",
      npy("{'descr': '<U1', 'fortran_order': False, 'shape': (1,), }", Buffer.alloc(4, 0x7f)),
      "no character",
    ],
  ])("[LAB-INPUT-9] are rejected for %s", (_name, file, message) => {
    expect(() => parseNpy(file, "'a.npy'")).toThrow(message);
  });

  it("[LAB-INPUT-16] are bfloat16 if their type is two plain bytes", () => {
    const file = npy(
      "{'descr': '<V2', 'fortran_order': False, 'shape': (1,), }",
      Buffer.of(0xc0, 0x3f),
    );
    expect(parseNpy(file, "a").elements.datatype).toBe("BF16");
  });

  it("[LAB-INPUT-16] in column-major order hold the same elements", () => {
    const shapes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(shapes, (shape) => {
        const count = shape.reduce((product, dim) => product * dim, 1);
        const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((a, b) => a * b, 1));
        const columnMajor = new Uint16Array(count);
        for (let i = 0; i < count; i++) {
          let rest = i;
          let at = 0;
          for (let axis = shape.length - 1; axis >= 0; axis--) {
            const dim = shape[axis] as number;
            at += (rest % dim) * (strides[axis] as number);
            rest = Math.floor(rest / dim);
          }
          columnMajor[at] = i;
        }
        const header = `{'descr': '<u2', 'fortran_order': True, 'shape': (${shape.join(", ")},), }`;
        const array = parseNpy(npy(header, new Uint8Array(columnMajor.buffer), 2), "a");
        const data = new Uint8Array(elementBytes(array, 0, count));
        expect([...new Uint16Array(data.buffer)]).toEqual(
          Array.from({ length: count }, (_, i) => i),
        );
      }),
    );
  });
});
