import { afterAll, beforeAll, vi } from "vitest";

/** Of every element in tests, px. */
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

/** Files of tests share a document, so that each says what its own need. */
function observeWith(Observer: typeof FixedObserver | typeof SilentObserver): void {
  beforeAll(() => {
    vi.stubGlobal("ResizeObserver", Observer);
    vi.stubGlobal("IntersectionObserver", Observer);
  });
  afterAll(() => void vi.unstubAllGlobals());
}

/** For a file whose charts are to be drawn: every element is in sight and of one width. */
export const layOut = () => observeWith(FixedObserver);

/** For a file whose views only need the observers to be there: jsdom lays nothing out. */
export const withoutLayout = () => observeWith(SilentObserver);
