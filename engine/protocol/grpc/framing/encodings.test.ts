import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ByteBudget } from "../../byte-budget.ts";
import { decompress } from "./encodings.ts";

/** Records the largest single allocation. */
class WatchedBudget extends ByteBudget {
  readonly taken: number[] = [];

  override take(bytes: number): boolean {
    this.taken.push(bytes);
    return super.take(bytes);
  }
}

const MIB = 1 << 20;
const bomb = gzipSync(Buffer.alloc(8 * MIB));

test("[PROTO-76] a compressed message allocates memory as it grows", async () => {
  const budget = new WatchedBudget(16 * MIB);
  const message = await decompress("gzip", bomb, { budget, maxMessageBytes: 16 * MIB });
  expect(message.length).toBe(8 * MIB);
  expect(budget.used).toBe(8 * MIB);
  expect(Math.max(...budget.taken)).toBeLessThanOrEqual(MIB);
});

test.each([
  ["grows past the limit of a message", 16 * MIB, 4 * MIB, bomb, "larger than max"],
  ["doesn't fit in memory", 4 * MIB, 16 * MIB, bomb, "doesn't fit in memory: requests hold"],
  ["is cut short", 16 * MIB, 16 * MIB, bomb.subarray(0, 4000), "a message is not gzip"],
])("[PROTO-76] one that %s holds nothing", async (_, limit, maxMessageBytes, bytes, message) => {
  const budget = new ByteBudget(limit);
  await expect(decompress("gzip", bytes, { budget, maxMessageBytes })).rejects.toThrow(message);
  expect(budget.used).toBe(0);
});
