import { afterAll, vi } from "vitest";

/** A wait ends when what is waited for is there: its limit must hold on a machine that others load, too. */
const LIMIT_MS = 15_000;

type Options = Parameters<typeof vi.waitFor>[1];

const patient = (options: Options): Options =>
  typeof options === "number" ? options : { timeout: LIMIT_MS, ...options };

/** Files share workers: replaced by the first. */
if (vi.waitFor.name !== "waitPatiently") {
  const waitFor = vi.waitFor.bind(vi);
  const waitUntil = vi.waitUntil.bind(vi);
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, patient(options));
  };
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
}

// What a file replaced is not there for the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
