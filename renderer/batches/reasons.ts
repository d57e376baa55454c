import type { DispatchReason } from "../../main/contract/index.ts";
import { chartColor } from "../figures/colors.ts";

interface ReasonLook {
  readonly label: string;
  /** Shown on bars, so that reasons differ not only by colour. */
  readonly glyph: string;
  readonly color: string;
  /** Readable on the colour, in both themes. */
  readonly glyphColor: string;
  /** What the reason means, in a sentence. */
  readonly meaning: string;
}

const SURFACE = "var(--color-surface)";
const DARK = "#131821";

export const reasonLooks: Record<DispatchReason, ReasonLook> = {
  full: {
    label: "Full",
    glyph: "F",
    color: chartColor(1),
    glyphColor: SURFACE,
    meaning: "The batch reached the largest size wanted and could not grow.",
  },
  preferred: {
    label: "Preferred",
    glyph: "P",
    color: chartColor(3),
    glyphColor: SURFACE,
    meaning: "It reached a preferred size, so it was sent at once.",
  },
  delay: {
    label: "Delay",
    glyph: "D",
    color: chartColor(2),
    glyphColor: DARK,
    meaning: "Its oldest request had waited for the maximum queue delay.",
  },
  forced: {
    label: "Forced",
    glyph: "!",
    color: chartColor(5),
    glyphColor: SURFACE,
    meaning: "The next request would have led past the largest size.",
  },
  shape: {
    label: "Shape",
    glyph: "S",
    color: chartColor(4),
    glyphColor: SURFACE,
    meaning: "The next request has another shape and cannot join.",
  },
  idle: {
    label: "Idle",
    glyph: "I",
    color: chartColor(6),
    glyphColor: SURFACE,
    meaning: "An instance was free and nothing was to be waited for.",
  },
};
