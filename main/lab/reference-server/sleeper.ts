// A thread that only sleeps from instant to instant, and counts how often it wakes late because of the machine.
const EVERY_MS = 5;
const LATE_MS = 1;

const word = new Int32Array(new SharedArrayBuffer(4));
let due = performance.now();
let late = 0;
let wakes = 0;

function sleep(): void {
  for (let i = 0; i < 20; i++) {
    due += EVERY_MS;
    const wait = due - performance.now();
    if (wait > 0) Atomics.wait(word, 0, 0, wait);
    wakes += 1;
    if (performance.now() - due > LATE_MS) late += 1;
  }
}

const timer = setInterval(sleep, 0);
process.once("message", () => {
  clearInterval(timer);
  process.send?.(late / wakes, () => process.exit(0));
});
process.once("disconnect", () => process.exit(0));
