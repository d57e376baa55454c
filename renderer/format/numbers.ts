/** Shown for missing figures; the reason is next to it or in its hint. */
export const NONE = "–";

const steps = [
  { from: 1e9, unit: "G" },
  { from: 1e6, unit: "M" },
  { from: 1e4, unit: "k", divide: 1e3 },
];

/** Three significant digits, whole numbers without decimals: 0.126, 4.20, 41.3, 812, 7. */
function significant(value: number): string {
  if (Number.isInteger(value)) return value.toFixed(0);
  const rounded = Number(value.toPrecision(3));
  const size = Math.abs(rounded);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return rounded.toFixed(1);
  if (size >= 1) return rounded.toFixed(2);
  return String(rounded);
}

/** A count or a rate: 0, 3.25, 812, 4,310, 12.4k, 3.10M. */
export function formatCount(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return NONE;
  const size = Math.abs(value);
  for (const { from, unit, divide } of steps) {
    if (size >= from) return `${significant(value / (divide ?? from))}${unit}`;
  }
  if (size >= 1000) return Math.round(value).toLocaleString("en-US");
  return significant(value);
}

/** Formats a duration in ms with a suitable unit: 840 µs, 3.42 ms, 1.20 s, 2 min 5 s. */
export function formatDuration(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return NONE;
  const size = Math.abs(ms);
  if (size === 0) return "0 ms";
  if (size < 0.9995) return `${significant(Math.round(ms * 1e4) / 10)} µs`;
  if (size < 999.5) return `${significant(ms)} ms`;
  if (size < 59_950) return `${significant(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  const rest = seconds % 60;
  return rest === 0
    ? `${Math.floor(seconds / 60)} min`
    : `${Math.floor(seconds / 60)} min ${rest} s`;
}

/** Formats a share 0..1 as a percentage. */
export function formatPercent(share: number | null): string {
  if (share === null || !Number.isFinite(share)) return NONE;
  return `${significant(Math.round(share * 1000) / 10)} %`;
}

/** Formats a relative change with its sign: +42 %, −3.1 %. */
export function formatChange(share: number | null): string {
  if (share === null || !Number.isFinite(share)) return NONE;
  if (share === 0) return "±0 %";
  return `${share > 0 ? "+" : "−"}${significant(Math.round(Math.abs(share) * 1000) / 10)} %`;
}

export function formatBytes(bytes: number | null): string {
  if (bytes === null || !Number.isFinite(bytes)) return NONE;
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${significant(value)} ${units[unit]}`;
}
