import { type ReactNode, useId } from "react";
import { useWidth } from "../use-width.ts";
import { type Area, areaOf, type Room } from "./area.ts";
import { Axes, type Axis } from "./axes.tsx";
import type { Cursor } from "./cursor.ts";
import { NoData } from "./no-data.tsx";
import { Surface } from "./surface.tsx";
import type { Zoom } from "./use-zoom.ts";

interface PlotProps {
  readonly title: string;
  /** What is drawn, in words. */
  readonly words: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly zoom: Zoom;
  readonly cursor: Cursor;
  /** Whole height with axes, px. */
  readonly height?: number;
  readonly room?: Partial<Room>;
  /** Why there is nothing to draw; then there are no ticks either. "" where the title says enough. */
  readonly empty?: string | null | undefined;
  /** Drawn within the plot's edges, as SVG. */
  readonly children: (area: Area) => ReactNode;
  /** Drawn without edges: labels beside the plot. */
  readonly beside?: (area: Area) => ReactNode;
}

export const PLOT_HEIGHT = 260;

/** An axis over nothing: no scale is made up for it. */
const bare = (axis: Axis): Axis => ({ ...axis, scale: { ...axis.scale, ticks: [] } });

/** A plot drawn by hand: axes, what `children` draw, and a surface that zooms and points. */
export function Plot(props: PlotProps) {
  const { title, words, x, y, zoom, cursor, height = PLOT_HEIGHT, empty, children } = props;
  const [attach, width] = useWidth();
  const clip = useId();
  const isEmpty = typeof empty === "string";
  const room: Room = {
    left: 58,
    right: 18,
    top: y.title ? 24 : 10,
    bottom: x.title ? 38 : 22,
    ...props.room,
  };
  const inner = Math.max(0, width - room.left - room.right);
  const area = areaOf(inner, height - room.top - room.bottom, x.scale, y.scale);
  return (
    <div ref={attach} className="relative" style={{ height }}>
      <svg
        role="img"
        aria-label={`${title}. ${words}`}
        width={width}
        height={height}
        className="absolute inset-0 block overflow-visible"
      >
        <clipPath id={clip}>
          <rect x={-6} y={-room.top} width={inner + 12} height={area.height + room.top + 0.5} />
        </clipPath>
        {inner > 0 && (
          <g transform={`translate(${room.left} ${room.top})`}>
            <Axes area={area} x={isEmpty ? bare(x) : x} y={isEmpty ? bare(y) : y} />
            {!isEmpty && (
              <>
                <g clipPath={`url(#${clip})`}>{children(area)}</g>
                {props.beside?.(area)}
              </>
            )}
          </g>
        )}
      </svg>
      {isEmpty && <NoData reason={empty} />}
      <div
        className="absolute"
        style={{ left: room.left, right: room.right, top: room.top, bottom: room.bottom }}
      >
        <Surface title={title} area={area} x={x.scale} zoom={zoom} cursor={cursor} />
      </div>
    </div>
  );
}
