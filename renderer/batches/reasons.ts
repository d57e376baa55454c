import type { DispatchReason } from "../../main/contract/index.ts";
import { chartColor } from "../charts/series.ts";

interface ReasonLook {
  readonly label: string;
  /** Stands on a bar, so that colour is not all that tells reasons apart. */
  readonly glyph: string;
  readonly color: string;
  /** What the reason means, in a sentence. */
  readonly meaning: string;
}

export const reasonLooks: Record<DispatchReason, ReasonLook> = {
  full: {
    label: "Full",
    glyph: "F",
    color: chartColor(1),
    meaning: "The batch reached the largest size and could not grow.",
  },
  preferred: {
    label: "Preferred",
    glyph: "P",
    color: chartColor(3),
    meaning: "It reached a preferred size, so it was sent without waiting further.",
  },
  delay: {
    label: "Delay",
    glyph: "D",
    color: chartColor(2),
    meaning: "Its oldest request had waited for the maximum queue delay.",
  },
  forced: {
    label: "Forced",
    glyph: "!",
    color: chartColor(5),
    meaning: "The next request would have led past the largest size.",
  },
  shape: {
    label: "Shape",
    glyph: "S",
    color: chartColor(4),
    meaning: "The next request has another shape and cannot join.",
  },
  idle: {
    label: "Idle",
    glyph: "I",
    color: chartColor(6),
    meaning: "An instance was free and nothing was to be waited for.",
  },
};
