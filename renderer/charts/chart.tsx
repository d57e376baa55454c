import { type ReactNode, useId } from "react";
import { CartesianGrid, ComposedChart, XAxis, type XAxisProps, YAxis } from "recharts";
import { type Axis, legibleTicks } from "./axis.ts";
import type { Crosshair } from "./crosshair.ts";
import type { Cursor } from "./cursor.ts";
import { areaFor, type Room, type Scale } from "./scale.ts";
import { type Hint, Surface } from "./surface.tsx";
import { useWidth } from "./use-width.ts";
import type { Zoom } from "./use-zoom.ts";

interface ChartProps {
  readonly title: string;
  /** What is drawn, as text. */
  readonly words: string;
  readonly x: Axis;
  /** Field of a point with its x value. Default: "x". */
  readonly xKey?: string;
  readonly y: Axis;
  readonly zoom: Zoom;
  readonly cursor: Cursor;
  /** Shared with other charts over the same time. */
  readonly crosshair?: Crosshair;
  /** Whole height with axes, px. */
  readonly height?: number;
  readonly room?: Partial<Room>;
  /** Why there is no data; then there are no ticks either. "" if the title says enough. */
  readonly empty?: string | null | undefined;
  /** Whether the data is still to come; then no reason is shown. */
  readonly pending?: boolean;
  /** Items that bars represent, each with its position on the axis as `x`, or `y` for horizontal bars. */
  readonly bars?: readonly object[];
  /** Gap between bars, as a share of their width. Default: "10%" on each side. */
  readonly barGap?: string;
  /** Horizontal bars, one below the other. */
  readonly lying?: boolean;
  /**
   * Series of recharts and layers, drawn within the plot's edges. Points have their place on the x axis under `xKey`.
   */
  readonly children: ReactNode;
  /** Texts at values of the x axis, shown on hover. */
  readonly hints?: readonly Hint[];
  /** Drawn without clipping: labels next to the plot. */
  readonly outside?: ReactNode;
}

export const CHART_HEIGHT = 260;

/** For every series that recharts draws: no animation, and in the order of the series. */
export const STILL = { isAnimationActive: false, zIndex: 0 } as const;

/** For a line without points. */
export const BARE_LINE = { ...STILL, dot: false, activeDot: false } as const;

const tick = { fontSize: 11, fill: "var(--color-muted)" };
const axisLine = { stroke: "var(--color-line-strong)" };

/** Every chart with axes: recharts draws the axes and the series; our surface handles pointer, zoom and keyboard. */
export function Chart(props: ChartProps) {
  const { title, words, x, y, zoom, cursor, crosshair, height = CHART_HEIGHT, empty } = props;
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
  // Strokes and points on an edge are not clipped, nor are labels of the highest values.
  const bleed: Room = { left: 6, right: 6, top: room.top, bottom: 0.5 };
  const area = areaFor(
    { width: Math.max(0, width - room.left - room.right), height: height - room.top - room.bottom },
    x.scale,
    y.scale,
  );
  const axis = {
    type: "number",
    allowDataOverflow: true,
    interval: 0,
    tick,
    tickLine: false,
  } as const;
  return (
    <div ref={attach} className="relative" style={{ height }}>
      {area.width > 0 && (
        <ComposedChart
          role="img"
          aria-label={`${title}. ${words}`}
          accessibilityLayer={false}
          width={width}
          height={height}
          margin={{ top: room.top, right: room.right, bottom: 0, left: 0 }}
          layout={props.lying ? "vertical" : "horizontal"}
          barCategoryGap={props.barGap ?? "10%"}
          {...(props.bars && { data: props.bars as object[] })}
        >
          {!isEmpty && <CartesianGrid vertical={false} syncWithTicks stroke="var(--color-line)" />}
          <XAxis
            {...axis}
            {...(!props.lying && { dataKey: props.xKey ?? "x" })}
            scale={rechartsScale(x.scale, "x", bleed)}
            domain={[...x.scale.span]}
            padding={{ left: -bleed.left, right: -bleed.right }}
            height={room.bottom}
            ticks={isEmpty ? [] : legibleTicks(area, x)}
            tickFormatter={x.text}
            axisLine={axisLine}
          />
          <YAxis
            {...axis}
            {...(props.lying && { dataKey: "y" })}
            scale={rechartsScale(y.scale, "y", bleed)}
            domain={[...y.scale.span]}
            padding={{ top: -bleed.top, bottom: -bleed.bottom }}
            width={room.left}
            ticks={isEmpty ? [] : [...y.scale.ticks]}
            tickFormatter={y.text}
            axisLine={false}
          />
          <g {...tick}>
            {x.title && (
              <text
                x={room.left + area.width / 2}
                y={height - room.bottom + 31}
                textAnchor="middle"
              >
                {x.title}
              </text>
            )}
            {y.title && (
              <text x={Math.max(6, room.left - 52)} y={room.top - 10}>
                {y.title}
              </text>
            )}
          </g>
          {!isEmpty && (
            <>
              <clipPath id={clip}>
                <rect
                  x={room.left - bleed.left}
                  y={room.top - bleed.top}
                  width={area.width + bleed.left + bleed.right}
                  height={area.height + bleed.top + bleed.bottom}
                />
              </clipPath>
              <g clipPath={`url(#${clip})`}>{props.children}</g>
              {props.outside}
            </>
          )}
        </ComposedChart>
      )}
      {isEmpty && !props.pending && <NoData reason={empty} />}
      <div
        className="absolute"
        style={{ left: room.left, right: room.right, top: room.top, bottom: room.bottom }}
      >
        <Surface
          title={title}
          area={area}
          x={x.scale}
          zoom={zoom}
          cursor={cursor}
          crosshair={crosshair}
          hints={props.hints}
        />
      </div>
    </div>
  );
}

/** Shown over an empty plot. */
function NoData({ reason }: { reason: string }) {
  return (
    <div className="pointer-events-none absolute inset-x-16 top-1/2 -translate-y-1/2 text-center text-muted">
      <p className="font-medium">No data</p>
      {reason !== "" && <p className="text-xs">{reason}</p>}
    </div>
  );
}

type CustomScale = Exclude<NonNullable<XAxisProps["scale"]>, string>;

/**
 * A scale in recharts' format. recharts clips series at the ends of an axis's range; the range is `bleed` px wider than
 * the axis, so that points at its ends are not clipped. A y axis starts at the bottom.
 */
export function rechartsScale(scale: Scale, axis: "x" | "y", bleed: Room): CustomScale {
  let range: readonly number[] = [0, 1];
  const ends = () => {
    const [low, high] = [Math.min(...range), Math.max(...range)];
    return axis === "x"
      ? ([low + bleed.left, high - bleed.right] as const)
      : ([high - bleed.bottom, low + bleed.top] as const);
  };
  const place = (value: number) => {
    const [from, to] = ends();
    return from + scale.share(value) * (to - from);
  };
  const custom = Object.assign(place, {
    domain: (given?: unknown) => (given === undefined ? scale.span : custom),
    range: (given?: readonly number[]) => {
      if (given === undefined) return range;
      range = given;
      return custom;
    },
    copy: () => rechartsScale(scale, axis, bleed),
    ...(scale.isBand && { bandwidth: () => Math.abs(place(1) - place(0)) }),
  });
  return custom as unknown as CustomScale;
}
