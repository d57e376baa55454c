/** Work in steps of less than a millisecond: others may go first at each `yield`. */
export type Steps<Result> = Generator<void, Result>;

/** Does all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

/** How long the event loop is held at a time by all that is in work, ms. */
const SLICE_MS = 4;

let sliceEnd = 0;
let turn: Promise<void> | null = null;

/**
 * Does the steps in slices of a few milliseconds with turns of the event loop in between. What fits into one slice is done
 * at once. Those who work at the same time share the slices, first come, first served.
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
