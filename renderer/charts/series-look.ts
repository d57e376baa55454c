/** Of every series that recharts draws: at once, and in the order in which the series stand. */
export const STILL = { isAnimationActive: false, zIndex: 0 } as const;

/** Of a line without points. */
export const BARE_LINE = { ...STILL, dot: false, activeDot: false } as const;
