import fc from "fast-check";
import { expect, test } from "vitest";
import type { InferResponse } from "../../types.ts";
import { encodeGeneric, encodeInferResponse } from "./encode-response.ts";

const text = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: "grapheme", maxLength: 9 }));
const output = fc.record({
  name: text,
  datatype: fc.constantFrom("FP32" as const, "BYTES" as const),
  shape: fc.array(fc.nat({ max: 2 ** 40 }), { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 300 }),
});
const response: fc.Arbitrary<InferResponse> = fc.record({
  modelName: text,
  modelVersion: text,
  id: text,
  parameters: fc.oneof(fc.constant({}), fc.constant({ a: true, b: 7 })),
  outputs: fc.array(output, { maxLength: 3 }),
});

test("[PROTO-30] a response has the same bytes as protobufjs writes", () => {
  fc.assert(
    fc.property(response, (of) => {
      expect(Buffer.from(encodeInferResponse(of))).toEqual(Buffer.from(encodeGeneric(of)));
    }),
    { numRuns: 300 },
  );
});
