import { describe, expect, it } from "vitest";
import { delayMs } from "./pace.ts";

const quiet = { isQuiet: true };

describe("events in quiet mode", () => {
  it("pass at once outside of it", () => {
    expect(delayMs({ isQuiet: false }, "telemetry.overview", 0)).toBe(0);
  });

  it("of live figures wait until it ends, except the first", () => {
    expect(delayMs(quiet, "telemetry.overview", null)).toBe(0);
    expect(delayMs(quiet, "telemetry.overview", 60_000)).toBeGreaterThan(0);
  });

  it("of other topics pass once a second", () => {
    expect(delayMs(quiet, "lab.progress", 200)).toBe(800);
    expect(delayMs(quiet, "lab.progress", 1200)).toBe(0);
  });
});
