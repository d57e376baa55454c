import type { TimeBase } from "../../main/contract/index.ts";

/** The time that a figure covers, for hints and captions. */
export const baseText: Record<TimeBase, string> = {
  window: "Over the last minute.",
  reading: "As of the latest response.",
};

/** For a whole table or group of tiles. */
export const TIME_BASE_TEXT =
  "Rates, times and shares cover the last minute; other figures are the newest readings.";
