import { vi } from "vitest";

/** The newest value of a topic. `until` waits for one that `check` accepts, and returns it. */
export function follow<T>(subscribe: (event: (value: T) => void) => Disposable) {
  const latest: { value?: T } = {};
  const subscription = subscribe((value) => {
    latest.value = value;
  });
  return {
    until: (check: (value: T) => void) =>
      vi.waitFor(
        () => {
          if (latest.value === undefined) throw new Error("nothing received yet");
          check(latest.value);
          return latest.value;
        },
        { timeout: 40_000, interval: 50 },
      ),
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  };
}
