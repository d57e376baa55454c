import type { LogScale } from "../duration.ts";

/** For batching delays: 1 µs to 1 s. */
export const DELAY_SCALE: LogScale = { from: 1, to: 1_000_000 };
/** For queue timeouts: 100 µs to 100 s. */
export const TIMEOUT_SCALE: LogScale = { from: 100, to: 100_000_000 };
