import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "./free-port.ts";

it("is below the ports of outgoing connections, and not one that is taken", async () => {
  const first = await freePort();
  expect(first).toBeGreaterThanOrEqual(20_000);
  expect(first).toBeLessThan(32_000);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(first, "127.0.0.1", resolve));
  try {
    const at = (port: number) => (port - 20_000) / 12_000;
    const draws = [at(first), at(first), at(first) < 0.5 ? 0.9 : 0.1];
    expect(await freePort(() => draws.shift() ?? Math.random())).not.toBe(first);
    await expect(freePort(() => at(first))).rejects.toThrow("EADDRINUSE");
  } finally {
    taken.close();
  }
});
