/** `near`: one part in 8,000; `down` and `up`: one in 100, in that direction. */
export type Rounding = "exact" | "near" | "down" | "up";

const NEAR_BITS = 12;
const SIDE_BITS = 7;

const view = new DataView(new ArrayBuffer(4));

/** The bits of a 32-bit float with trailing zeros, which deflate better. */
export function rounded(value: number, rounding: Rounding): number {
  view.setFloat32(0, value);
  const bits = view.getUint32(0);
  if (rounding === "exact" || !Number.isFinite(value)) return bits;
  const dropped = 23 - (rounding === "near" ? NEAR_BITS : SIDE_BITS);
  const unit = 2 ** dropped;
  const magnitude = (bits & 0x7fffffff) / unit;
  const away = rounding === (value < 0 ? "down" : "up");
  const kept =
    rounding === "near"
      ? Math.round(magnitude)
      : away
        ? Math.ceil(magnitude)
        : Math.floor(magnitude);
  return (kept * unit + (bits >>> 31) * 2 ** 31) >>> 0;
}
