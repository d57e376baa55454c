import fc from "fast-check";
import { expect, test } from "vitest";
import { inference } from "../../../assets/proto/index.ts";
import type { InferResponse } from "../../types.ts";
import {
  encodeInferResponse,
  encodeInferResponseParts,
  encodeStreamResponse,
} from "./encode-response.ts";
import { joined, messageBytes } from "./framing/frame.ts";
import { responseMessage } from "./infer-messages.ts";

const text = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: "grapheme", maxLength: 9 }));
const output = fc.record({
  name: text,
  datatype: fc.constantFrom("FP32" as const, "BYTES" as const),
  shape: fc.array(fc.nat({ max: 2 ** 40 }), { maxLength: 4 }),
  data: fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.nat({ max: 20_000 }).map((length) => new Uint8Array(length).fill(7)),
  ),
});
const value = fc.oneof(
  fc.boolean(),
  text,
  fc.maxSafeInteger(),
  fc.double({ noNaN: true }).filter((number) => !Number.isInteger(number)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);
/** The reference's messages are plain objects, which can't have that name. */
const parameterName = text.filter((name) => name !== "__proto__");
const response: fc.Arbitrary<InferResponse> = fc.record({
  modelName: text,
  modelVersion: text,
  id: text,
  parameters: fc.dictionary(parameterName, value, { maxKeys: 4 }),
  outputs: fc.array(output, { maxLength: 3 }),
});

const reference = (of: InferResponse) =>
  Buffer.from(inference.ModelInferResponse.encode(responseMessage(of)).finish());

test("[PROTO-30] a response has the same bytes as protobufjs writes", () => {
  fc.assert(
    fc.property(response, (of) => {
      expect(Buffer.from(encodeInferResponse(of))).toEqual(reference(of));
    }),
    { numRuns: 500 },
  );
});

test("[PROTO-84] the parts of a response are its bytes, with large tensors where they are", () => {
  fc.assert(
    fc.property(response, (of) => {
      const message = encodeInferResponseParts(of);
      expect(Buffer.from(joined(message))).toEqual(reference(of));
      const data = of.outputs.map((output) => output.data);
      const isLarge = messageBytes(data) >= 8192;
      expect(message instanceof Uint8Array).toBe(!isLarge);
      for (const tensor of isLarge ? data : []) expect(message).toContain(tensor);
    }),
    { numRuns: 300 },
  );
});

test("[PROTO-61] a response in a stream has the same bytes as protobufjs writes", () => {
  fc.assert(
    fc.property(response, (of) => {
      const message = { infer_response: responseMessage(of) };
      const bytes = inference.ModelStreamInferResponse.encode(message).finish();
      expect(Buffer.from(encodeStreamResponse(of))).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 200 },
  );
});
