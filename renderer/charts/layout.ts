/** The plot's place inside a chart, px. Fixed, so that all charts share one crosshair without measuring. */
export const PLOT = { left: 58, right: 14, top: 8, bottom: 22, height: 176 };

/** Where a value axis of three steps ends, for ticks at whole numbers. */
export const wholeThirds = (max: number) => Math.max(3, Math.ceil(max / 3) * 3);
