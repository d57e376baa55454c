import fc from "fast-check";
import { expect, test } from "vitest";
import { StatusError } from "../../../../base/status-error.ts";
import { ByteBudget } from "../../byte-budget.ts";
import { frame } from "./frame.ts";
import { MessageReader } from "./message-reader.ts";

const MIB = 1 << 20;

/** A reader that takes parts, and what it has passed on. */
function reading(limit: number) {
  const budget = new ByteBudget(limit);
  const messages: { bytes: Buffer; parts: readonly Buffer[]; held: number }[] = [];
  const reader = new MessageReader(
    { maxMessageBytes: 64 * MIB, budget },
    (bytes, _, held) => messages.push({ bytes: Buffer.from(bytes), parts: [bytes], held }),
    (parts, held) => messages.push({ bytes: Buffer.concat(parts), parts, held }),
  );
  return { budget, messages, reader };
}

/** A copy in memory of its own, as chunks of a socket have. */
function chunk(bytes: Uint8Array): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}

test("[PROTO-85] [PROTO-86] messages are what was sent, however large chunks and their parts are", () => {
  const sizes = fc.array(fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 200_000 })), { maxLength: 4 });
  const borders = fc.array(fc.nat(), { maxLength: 12 });
  fc.assert(
    fc.property(sizes, borders, borders, (lengths, chunkEnds, partEnds) => {
      const sent = lengths.map((length, i) => Buffer.alloc(length, i + 1));
      const stream = Buffer.concat(sent.map((message) => frame(message)));
      const { budget, messages, reader } = reading(64 * MIB);
      for (const bytes of cut(stream, chunkEnds).map(chunk)) {
        for (const part of cut(bytes, partEnds)) reader.push(part);
      }
      expect(reader.partial).toBe(false);
      expect(messages.map(({ bytes }, i) => bytes.equals(sent[i] as Buffer))).toEqual(
        sent.map(() => true),
      );
      for (const { parts, held } of messages) {
        const counted = parts.length > 1 ? held : Infinity;
        expect(counted).toBeGreaterThanOrEqual(keptBytes(parts) / 2);
        budget.give(held);
      }
      expect(budget.used).toBe(0);
    }),
    { numRuns: 300, endOnFailure: true },
  );
});

function cut(of: Buffer, places: readonly number[]): Buffer[] {
  const ends = places.map((place) => place % (of.length + 1)).sort((a, b) => a - b);
  return [...ends, of.length].map((end, i) => of.subarray(ends[i - 1] ?? 0, end));
}

function keptBytes(parts: readonly Buffer[]): number {
  let bytes = 0;
  for (const memory of new Set(parts.map(({ buffer }) => buffer))) bytes += memory.byteLength;
  return bytes;
}

test("[PROTO-86] a message in tiny parts of large chunks keeps none of them", () => {
  const { budget, messages, reader } = reading(64 * MIB);
  reader.push(chunk(frame(Buffer.alloc(100_000)).subarray(0, 5)));
  for (let i = 0; i < 50; i++) reader.push(chunk(Buffer.alloc(64 * 1024)).subarray(0, 2000));
  const [message] = messages;
  expect(message?.bytes).toHaveLength(100_000);
  expect(message?.parts).toHaveLength(7);
  expect(budget.used).toBe(100_000);
});

test("[PROTO-76] a message in parts that doesn't fit is rejected, and a dropped one returns its bytes", () => {
  const { budget, reader } = reading(200_000);
  const message = frame(Buffer.alloc(300_000));
  reader.push(chunk(message.subarray(0, 150_000)));
  expect(budget.used).toBe(149_995);
  expect(() => reader.push(chunk(message.subarray(150_000)))).toThrow(StatusError);
  reader.drop();
  expect(budget.used).toBe(0);
  expect(reader.partial).toBe(false);
});
