import type { LogScale } from "../duration.ts";

/** Of delays while a batch forms: 1 µs to 1 s. */
export const DELAY_SCALE: LogScale = { from: 1, to: 1_000_000 };
/** Of timeouts in the queue: 100 µs to 100 s. */
export const TIMEOUT_SCALE: LogScale = { from: 100, to: 100_000_000 };
