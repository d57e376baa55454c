import { NONE } from "../format/numbers.ts";
import { type Area, fromZero, type Scale } from "./scale.ts";

export interface Axis {
  readonly scale: Scale;
  readonly text: (value: number) => string;
  /** The measured quantity, with its unit unless the labels include it. */
  readonly title?: string;
}

/** Unit of the values: "ms", "bytes" and "share" (0..1) are formatted in the unit that fits; others as they are. */
export type AxisUnit = "ms" | "bytes" | "share" | (string & {});

interface Unit {
  readonly name: string;
  /** Size of this unit in the values' unit. */
  readonly size: number;
}

const units: Partial<Record<AxisUnit, readonly [Unit, ...Unit[]]>> = {
  ms: [
    { name: "µs", size: 1e-3 },
    { name: "ms", size: 1 },
    { name: "s", size: 1000 },
  ],
  bytes: ["B", "KiB", "MiB", "GiB", "TiB"].map((name, power) => ({
    name,
    size: 1024 ** power,
  })) as [Unit, ...Unit[]],
  share: [{ name: "%", size: 0.01 }],
};

const prefixes: readonly [Unit, ...Unit[]] = [
  { name: "", size: 1 },
  { name: "k", size: 1e4 },
  { name: "M", size: 1e6 },
  { name: "G", size: 1e9 },
];

/** The largest unit that is no larger than a value. */
const fitting = (all: readonly [Unit, ...Unit[]], value: number): Unit =>
  all.findLast(({ size }) => size <= value * (1 + 1e-9)) ?? all[0];

/**
 * An axis from 0 for values of one unit, with round ticks in the unit that fits the largest, which its title names.
 * `top`: its end; `whole`: ticks only at whole numbers.
 */
export function valueAxis(
  title: string,
  unit: AxisUnit,
  values: readonly (number | null | undefined)[],
  { top, whole = false }: { top?: number | undefined; whole?: boolean } = {},
): Axis {
  const held = top === undefined ? values : [top];
  const most = held.reduce<number>((high, value) => Math.max(high, value ?? 0), 0);
  if (unit !== "bytes") return withUnit(title, unit, fromZero(held, { whole }));
  // Round numbers of bytes are not round in MiB.
  const { size } = fitting(units["bytes"] ?? prefixes, most);
  const scale = fromZero(held.map((value) => (value ?? 0) / size));
  return withUnit(title, unit, scaledBy(scale, size));
}

function scaledBy({ span, ticks, share, at }: Scale, size: number): Scale {
  return {
    span: [span[0] * size, span[1] * size],
    ticks: ticks.map((tick) => tick * size),
    share: (value) => share(value / size),
    at: (place) => at(place) * size,
  };
}

/** A scale's ticks in one format: one unit, with as many decimals as needed to distinguish them. The title names the unit. */
export function withUnit(title: string, unit: AxisUnit, scale: Scale): Axis {
  const known = units[unit];
  if (scale.isLog) {
    const own = known ? "" : unit;
    return {
      scale,
      title: titled(title, own),
      text: (value) => {
        const { name, size } = known ? fitting(known, value) : choosePrefix(value);
        const number = plain(value / (known ? size : prefixSize(name)), 6);
        return known ? `${number} ${name}` : `${number}${name}`;
      },
    };
  }
  const most = scale.ticks.reduce((high, tick) => Math.max(high, Math.abs(tick)), 0);
  if (known) {
    const { name, size } = fitting(known, most || 1);
    return { scale, title: titled(title, name), text: inSteps(scale.ticks, size, "") };
  }
  const { name } = choosePrefix(most);
  return { scale, title: titled(title, unit), text: inSteps(scale.ticks, prefixSize(name), name) };
}

const choosePrefix = (value: number) => fitting(prefixes, value);
/** From 10,000 on, numbers are written as 10k. */
const prefixSize = (prefix: string) =>
  prefix === "k" ? 1000 : (prefixes.find(({ name }) => name === prefix)?.size ?? 1);

const titled = (title: string, unit: string) =>
  unit === "" ? title : title === "" ? unit : `${title} (${unit})`;

const MAX_DECIMALS = 12;

function inSteps(ticks: readonly number[], size: number, suffix: string) {
  const decimals = ticks.reduce((most, tick) => Math.max(most, countDecimals(tick / size)), 0);
  return (value: number) => {
    if (!Number.isFinite(value)) return NONE;
    return value === 0 ? "0" : `${plain(value / size, decimals, decimals)}${suffix}`;
  };
}

function countDecimals(value: number): number {
  for (let decimals = 0; decimals < MAX_DECIMALS; decimals += 1) {
    const rounded = Number(value.toFixed(decimals));
    if (Math.abs(rounded - value) <= Math.abs(value) * 1e-9) return decimals;
  }
  return MAX_DECIMALS;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a format takes longer than using it, and each render of a chart formats dozens of ticks. */
function plain(value: number, most: number, least = 0): string {
  const key = `${least} ${most}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat("en-US", { maximumFractionDigits: most, minimumFractionDigits: least });
  formats.set(key, format);
  return format.format(value).replace("-", "−");
}

const LETTER = 6.2;

/** The ticks of an x axis whose labels do not overlap. */
export function legibleTicks(area: Area, { scale, text }: Axis): number[] {
  const widest = Math.max(0, ...scale.ticks.map((tick) => text(tick).length)) * LETTER + 10;
  const room = area.width / Math.max(1, scale.ticks.length);
  if (room >= widest) return [...scale.ticks];
  const gap = evenGap(area, scale.ticks);
  if (gap !== null) {
    const every = Math.ceil(widest / Math.max(1, gap.px));
    return scale.ticks.filter((tick) => Math.round(tick / gap.value) % every === 0);
  }
  let end = Number.NEGATIVE_INFINITY;
  return scale.ticks.filter((tick) => {
    const half = (text(tick).length * LETTER) / 2;
    if (area.x(tick) - half < end + 8) return false;
    end = area.x(tick) + half;
    return true;
  });
}

/** Distance between equally spaced ticks, in their unit and in px; null for others. */
function evenGap(area: Area, ticks: readonly number[]): { value: number; px: number } | null {
  const [first = 0, second = 0] = ticks;
  const px = area.x(second) - area.x(first);
  const even = ticks.every((tick, at) => Math.abs(area.x(first) + at * px - area.x(tick)) < 1);
  return even && px > 0 ? { value: second - first, px } : null;
}
