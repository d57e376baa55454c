import type { XAxisProps } from "recharts";
import type { Room } from "./area.ts";
import type { Scale } from "./scale.ts";

type CustomScale = Exclude<NonNullable<XAxisProps["scale"]>, string>;

/**
 * A scale as recharts takes it. recharts clips series at the ends of an axis's range; the range is wider by `bleed` px than
 * the axis, so that what stands at an end is drawn whole. A y axis always begins at the foot.
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
