import type { PanelUnit } from "../../../main/contract/index.ts";
import type { AxisUnit } from "../../charts/axis.ts";
import { formatBytes, formatCount, formatDuration, formatPercent } from "../../format/numbers.ts";

interface UnitLook {
  /** In the form. */
  readonly label: string;
  readonly axis: AxisUnit;
  /** Converts a value to the axis's unit. */
  readonly scale: number;
  /** A value in the axis' unit, with its unit. */
  readonly text: (value: number | null) => string;
}

const plain = (label: string, short: string): UnitLook => ({
  label,
  axis: short,
  scale: 1,
  text: (value) => (value === null ? formatCount(value) : `${formatCount(value)} ${short}`.trim()),
});

export const panelUnits: Record<PanelUnit, UnitLook> = {
  none: plain("No unit", ""),
  perSecond: plain("Per second", "/s"),
  requestsPerSecond: plain("Requests per second", "req/s"),
  tokensPerSecond: plain("Tokens per second", "tokens/s"),
  seconds: { label: "Seconds", axis: "ms", scale: 1000, text: formatDuration },
  milliseconds: { label: "Milliseconds", axis: "ms", scale: 1, text: formatDuration },
  bytes: { label: "Bytes", axis: "bytes", scale: 1, text: formatBytes },
  share: { label: "Share, 0 to 1", axis: "share", scale: 1, text: formatPercent },
  percent: { label: "Percent, 0 to 100", axis: "share", scale: 0.01, text: formatPercent },
  watts: plain("Watts", "W"),
  celsius: plain("Degrees Celsius", "°C"),
};
