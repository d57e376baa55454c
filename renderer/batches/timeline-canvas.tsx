import { useEffect, useRef, useSyncExternalStore } from "react";
import { DISPATCH_REASONS, type DispatchReason } from "../../main/contract/index.ts";
import type { Span } from "../charts/samples.ts";
import { currentTheme, onTheme } from "../host/theme.ts";
import type { PlacedBatch } from "./batch-log.ts";
import { drawTimeline, type Palette } from "./draw-timeline.ts";
import { reasonLooks } from "./reasons.ts";
import type { Geometry } from "./timeline-geometry.ts";

interface TimelineCanvasProps {
  readonly geometry: Geometry;
  readonly batches: readonly PlacedBatch[];
  readonly gaps: readonly Span[];
  readonly focused: PlacedBatch | null;
}

/** The bars, on a canvas because thousands of them are redrawn four times a second. */
export function TimelineCanvas({ geometry, batches, gaps, focused }: TimelineCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useActiveTheme();
  const { width, lanes, laneHeight } = geometry;
  const height = lanes.length * laneHeight;
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context || width === 0) return;
    const ratio = window.devicePixelRatio;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawTimeline(context, geometry, resolvePalette(element, theme), { batches, gaps, focused });
  }, [geometry, batches, gaps, focused, width, height, theme]);
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      className="absolute inset-0"
      style={{ width, height }}
    />
  );
}

/** Changes with the colours, through the console's setting or the system's. */
function useActiveTheme(): string {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const system = useSyncExternalStore(
    (listener) => {
      dark.addEventListener("change", listener);
      return () => dark.removeEventListener("change", listener);
    },
    () => dark.matches,
  );
  const theme = useSyncExternalStore(onTheme, currentTheme);
  return theme === "system" ? (system ? "dark" : "light") : theme;
}

let known: { theme: string; palette: Palette } | null = null;

/** Resolves the colours with an element of the page, since a canvas can't use CSS variables. */
function resolvePalette(element: HTMLElement, theme: string): Palette {
  if (known?.theme === theme) return known.palette;
  const resolve = (color: string) => {
    element.style.color = color;
    return getComputedStyle(element).color;
  };
  const palette: Palette = {
    reasons: Object.fromEntries(
      DISPATCH_REASONS.map((reason) => {
        const { color, glyphColor } = reasonLooks[reason];
        return [reason, { bar: resolve(color), glyph: resolve(glyphColor) }];
      }),
    ) as Record<DispatchReason, { bar: string; glyph: string }>,
    ink: resolve("var(--color-ink)"),
    line: resolve("var(--color-line)"),
    surface: resolve("var(--color-surface)"),
    bad: resolve("var(--color-bad)"),
  };
  known = { theme, palette };
  return palette;
}
