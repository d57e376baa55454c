/** Position of the plot inside a chart, px. Fixed, so that all charts share one crosshair without measuring. */
export const PLOT = { left: 58, right: 14, top: 24, bottom: 38, height: 208 };
