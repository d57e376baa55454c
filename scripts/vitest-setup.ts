import { afterAll, afterEach, vi } from "vitest";
import { cpuLaps } from "../base/testing/cpu-time.ts";

declare module "vitest" {
  interface TaskMeta {
    /** For scripts/slowest-tests.ts; that of a file's first test includes the file's imports. */
    cpuSeconds?: number;
  }
}

const cpuLap = cpuLaps();
afterEach(({ task }) => {
  task.meta.cpuSeconds = (task.meta.cpuSeconds ?? 0) + cpuLap();
});

/** A wait ends as soon as its condition holds: the limit only matters on a busy machine. */
const LIMIT_MS = 15_000;

type Options = Parameters<typeof vi.waitFor>[1];

const patient = (options: Options): Options =>
  typeof options === "number" ? options : { timeout: LIMIT_MS, ...options };

/** Files share workers: only the first one wraps the functions. */
if (vi.waitFor.name !== "waitPatiently") {
  const waitFor = vi.waitFor.bind(vi);
  const waitUntil = vi.waitUntil.bind(vi);
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, patient(options));
  };
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
}

// jsdom only reports that it has no layout to scroll; the router scrolls after each navigation.
if ("window" in globalThis) Object.assign(globalThis, { scrollTo: () => {} });

// Stubs of a file must not leak into the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
