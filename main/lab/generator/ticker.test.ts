import { describe, expect, it } from "vitest";
import { Ticker } from "./ticker.ts";

/** A ticker and the instants at which it called. */
function setUp(thread?: URL) {
  const called: number[] = [];
  const ticker = new Ticker(() => called.push(performance.now()), thread);
  return { ticker, called };
}

const settle = { timeout: 10_000, interval: 5 };

describe("a ticker", () => {
  it("calls once per instant, and not before it", async () => {
    const { ticker, called } = setUp();
    using _ = ticker;
    for (let i = 0; i < 20; i++) {
      const at = performance.now() + (i % 5) * 2.7;
      ticker.set(at);
      await expect.poll(() => called.length, settle).toBe(i + 1);
      expect(called[i]).toBeGreaterThanOrEqual(at);
    }
  });

  it("accepts an earlier instant instead, and no later one", async () => {
    const { ticker, called } = setUp();
    using _ = ticker;
    const at = performance.now() + 20;
    ticker.set(performance.now() + 3_600_000);
    ticker.set(at);
    ticker.set(at + 3_600_000);
    await expect.poll(() => called.length, settle).toBe(1);
    expect(called[0]).toBeGreaterThanOrEqual(at);
  });

  it("does not call after it is disposed", async () => {
    const { ticker, called } = setUp();
    const other = setUp();
    using _ = other.ticker;
    ticker.set(performance.now() + 5);
    ticker[Symbol.dispose]();
    other.ticker.set(performance.now() + 50);
    await expect.poll(() => other.called.length, settle).toBe(1);
    expect(called).toEqual([]);
  });

  it("falls back to the event loop's timers if its thread fails", async () => {
    const { ticker, called } = setUp(new URL("data:text/javascript,throw new Error('no thread')"));
    using _ = ticker;
    ticker.set(performance.now() + 3_600_000);
    await expect.poll(() => called.length, settle).toBe(1);
    ticker.set(performance.now() + 5);
    await expect.poll(() => called.length, settle).toBe(2);
  });
});
