import { afterAll, beforeAll, vi } from "vitest";

/** Width of every element in tests, px. */
const WIDTH = 576;

class FixedObserver {
  readonly #reported: ResizeObserverCallback;
  constructor(reported: ResizeObserverCallback) {
    this.#reported = reported;
  }
  observe(): void {
    const entry = { contentRect: { width: WIDTH } } as ResizeObserverEntry;
    this.#reported([entry], this as unknown as ResizeObserver);
  }
  unobserve(): void {}
  disconnect(): void {}
}

class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Test files share a document, so each sets what it needs. */
function observeWith(Observer: typeof FixedObserver | typeof SilentObserver): void {
  beforeAll(() => {
    vi.stubGlobal("ResizeObserver", Observer);
    vi.stubGlobal("IntersectionObserver", Observer);
  });
  afterAll(() => void vi.unstubAllGlobals());
}

/** For tests that need drawn charts: every element is visible and has the same width. */
export const layOut = () => observeWith(FixedObserver);

/** For tests that only need the observers to exist: jsdom has no layout. */
export const withoutLayout = () => observeWith(SilentObserver);
