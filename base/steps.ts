/** Work in steps of less than a millisecond; other work may run at each `yield`. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

/** Longest time that concurrent work blocks the event loop at once, ms. */
const SLICE_MS = 4;

let sliceEnd = 0;
let turn: Promise<void> | null = null;

/**
 * Runs the steps in slices of a few milliseconds with event loop turns in between. Work that fits
 * into one slice runs at once. Concurrent tasks share the slices, first come, first served.
 */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  if (turn !== null) await turn;
  else if (performance.now() >= sliceEnd) sliceEnd = performance.now() + SLICE_MS;
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
    if (performance.now() >= sliceEnd) await nextTurn();
  }
}

/** Lets the event loop turn once. */
export function nextTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = null;
      sliceEnd = performance.now() + SLICE_MS;
      resolve();
    });
  });
  return turn;
}
