import { leastCount } from "../statistics/index.ts";

/** Share of a percentile by which it may read high. */
export const POSSIBLE_ERROR = 0.1;
/** Of an open loop. */
export const RATE_DEVIATION = 0.02;
/** A complete run awaits every request; of a stopped one this share of its sends may be unfinished. */
export const UNFINISHED_WHEN_STOPPED = 0.01;
/** Cache hit rate allowed without chosen repeats. */
export const HITS_UNCHOSEN = 0.01;
/** Standard errors by which the hit rate may exceed that of the chosen repeats. */
export const HITS_DEVIATIONS = 4;
/** Share of one core. */
export const GENERATOR_CPU = 0.8;
/** Share of the whole machine, if waits for a CPU are unknown. */
export const OTHER_CPU = 0.2;
/** The smallest sample that supports a p99 at 99 % confidence. */
export const P99_SAMPLES = leastCount(99);
