import { expect, it } from "vitest";
import { AheadEncoder } from "./ahead-encoder.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await turn();
};

function setUp(count: number, bytes = 10) {
  const encoded: number[] = [];
  const encoder = new AheadEncoder(100, count, (input) => {
    encoded.push(input);
    return { input, bytes: Buffer.alloc(bytes) };
  });
  return { encoder, encoded };
}

it("[LAB-TRACE-6] encodes the next requests ahead, in order and repeatedly", async () => {
  const { encoder, encoded } = setUp(5);
  encoder.begin();
  expect(encoded).toEqual([100, 101, 102, 103]);
  expect([100, 101, 102, 103].map((each) => encoder.take(each).input)).toEqual([
    100, 101, 102, 103,
  ]);
  expect(encoded).toHaveLength(4);
  await turns(6);
  expect(encoded).toEqual([100, 101, 102, 103, 104, 100, 101, 102]);
  expect(encoder.take(104).input).toBe(104);
  await turns(3);
  expect(encoded.at(-1)).toBe(103);
});

it("[LAB-TRACE-6] follows a request out of order, and keeps few requests and bytes ready", async () => {
  const { encoder, encoded } = setUp(1000);
  encoder.begin();
  expect(encoded).toHaveLength(64);
  expect(encoder.take(500).input).toBe(500);
  await turns(70);
  expect(encoded.slice(64)).toEqual(Array.from({ length: 65 }, (_, i) => 500 + i));
  const large = setUp(1000, 20 * 1024 * 1024);
  large.encoder.begin();
  expect(large.encoded).toEqual([100, 101]);
  const only = setUp(1);
  only.encoder.begin();
  expect(only.encoder.take(100).input).toBe(100);
});
