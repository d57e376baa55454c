import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const filler = fileURLToPath(new URL("testing/fill-cache.ts", import.meta.url));

it.each([
  ["tiny tensors", 1, 1, 1, 16],
  ["four outputs", 1, 4, 1, 16],
  ["eight inputs", 8, 1, 1, 16],
  ["images", 1, 1, 12_288, 32],
])("[CACHE-3] reports the growth of the process within 15 %%: %s", async (_, ...numbers) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--expose-gc",
    filler,
    ...numbers.map(String),
  ]);
  const { claimed, grown } = JSON.parse(stdout) as { claimed: number; grown: number };
  expect(grown / claimed).toBeGreaterThan(0.85);
  expect(grown / claimed).toBeLessThan(1.15);
});
