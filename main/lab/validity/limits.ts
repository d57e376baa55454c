import { leastCount } from "../statistics/index.ts";

/** Shares of the sends of an open loop. */
export const LATE_SENDS = 0.01;
export const RATE_DEVIATION = 0.02;
/** A complete run waits for every request; of one that was stopped this share of its sends may be unfinished. */
export const UNFINISHED_WHEN_STOPPED = 0.01;
/** Share of the look-ups that may hit where nobody chose repeats. */
export const HITS_UNCHOSEN = 0.01;
/** Standard errors by which the share of hits may be above that of the repeats that were chosen. */
export const HITS_DEVIATIONS = 4;
/** Share of one core. */
export const GENERATOR_CPU = 0.8;
/** As long as two sends that count as late: more shows in a p99 of few milliseconds. */
export const EVENT_LOOP_DELAY_MS = 2;
/** Share of the whole machine. */
export const OTHER_CPU = 0.2;
/** The smallest sample that supports a p99 at 99 % confidence. */
export const P99_SAMPLES = leastCount(99);
