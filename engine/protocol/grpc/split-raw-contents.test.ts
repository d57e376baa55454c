import fc from "fast-check";
import { expect, test } from "vitest";
import { inference } from "../../../assets/proto/index.ts";
import { StatusError } from "../../../base/status-error.ts";
import { readInferRequest, readInferRequestParts } from "./unary.ts";

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const parameters = fc.dictionary(
  text,
  fc.oneof(
    fc.record({ int64_param: fc.integer() }),
    fc.record({ string_param: text }),
    fc.record({ bool_param: fc.boolean() }),
  ),
  { maxKeys: 3 },
);
const input = fc.record({
  name: text,
  datatype: text,
  shape: fc.array(fc.integer(), { maxLength: 4 }),
  parameters,
  contents: fc.option(fc.record({ fp32_contents: fc.array(fc.float(), { maxLength: 9 }) })),
});
const message = fc
  .record({
    model_name: text,
    model_version: text,
    id: text,
    parameters,
    inputs: fc.array(input, { maxLength: 3 }),
    outputs: fc.array(fc.record({ name: text, parameters }), { maxLength: 3 }),
    raw_input_contents: fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 4 }),
  })
  .map((of) => Buffer.from(inference.ModelInferRequest.encode(of).finish()));

/** Fields that a reader may meet in any order: two messages after each other, which merge. */
const bytes = fc.oneof(
  message,
  fc.tuple(message, message).map((both) => Buffer.concat(both)),
  fc.tuple(message, fc.uint8Array({ maxLength: 20 })).map((both) => Buffer.concat(both)),
);

/** The same bytes with some of them changed, and an end cut off. */
const mutated = fc
  .tuple(
    bytes,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 6 }),
    fc.nat({ max: 20 }),
  )
  .map(([of, changes, cut]) => {
    const changed = Buffer.from(of.subarray(0, Math.max(0, of.length - cut)));
    for (const [at, to] of changes) if (changed.length > 0) changed[at % changed.length] = to;
    return changed;
  });

const borders = fc.array(fc.nat(), { maxLength: 12 });

function cutAt(of: Buffer, places: readonly number[]): Buffer[] {
  const ends = places.map((place) => place % (of.length + 1)).sort((a, b) => a - b);
  return [...ends, of.length].map((end, i) => of.subarray(ends[i - 1] ?? 0, end));
}

/** What a reader makes of the bytes: tensors joined, an error by its code and message. */
function outcome(read: () => ReturnType<typeof readInferRequest>): unknown {
  try {
    const { raw, ...rest } = read();
    return {
      ...rest,
      raw: raw.map(({ segments, byteLength }) => {
        const joined = Buffer.concat(segments);
        expect(joined).toHaveLength(byteLength);
        return joined;
      }),
    };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { code: error.code, message: error.message };
  }
}

test("[PROTO-83] [PROTO-85] a request in any parts is what it is in one, and rejected with the same error", () => {
  fc.assert(
    fc.property(fc.oneof(bytes, mutated), borders, (of, places) => {
      const whole = outcome(() => readInferRequest("/M", of));
      expect(outcome(() => readInferRequestParts("/M", cutAt(of, places)))).toEqual(whole);
    }),
    { numRuns: 1000, endOnFailure: true },
  );
});

test("[PROTO-85] raw tensors of a request in parts are views of them", () => {
  const tensor = new Uint8Array(100_000).fill(3);
  const of = Buffer.from(
    inference.ModelInferRequest.encode({
      model_name: "m",
      inputs: [{ name: "x", datatype: "UINT8", shape: [100_000] }],
      raw_input_contents: [tensor],
    }).finish(),
  );
  const parts = cutAt(of, [10_000, 60_000]);
  const { raw, modelName } = readInferRequestParts("/M", parts);
  expect(modelName).toBe("m");
  expect(raw[0]?.segments).toHaveLength(3);
  for (const { buffer } of raw[0]?.segments ?? []) expect(buffer).toBe(of.buffer);
  const { raw: none } = readInferRequestParts("/M", [Buffer.alloc(0), Buffer.alloc(0)]);
  expect(none).toEqual([]);
});

test("[BOUND-4] more raw tensors than a model takes are rejected in parts as well", () => {
  const of = Buffer.alloc(5000 * 2, Buffer.from([0x3a, 0]));
  expect(() => readInferRequestParts("/M", [of, Buffer.alloc(0)])).toThrow(
    "the request has more than 4096 raw_input_contents",
  );
});
