import { cx } from "../../ui/classes.ts";

/** From this share on, it counts as nearly full. */
const NEARLY_FULL = 0.95;

interface MeterProps {
  readonly label: string;
  /** 0..1; null if unknown. */
  readonly share: number | null;
  readonly text: string;
}

/** A share as a bar with its figure. */
export function Meter({ label, share, text }: MeterProps) {
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)_auto] items-center gap-3 text-xs">
      <span className="text-muted">{label}</span>
      <span
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? 0 : Math.round(Math.min(1, share) * 100)}
        aria-valuetext={share === null ? "not known" : text}
        className="h-1.5 overflow-hidden rounded bg-sunken"
      >
        <span
          className={cx(
            "block h-full rounded",
            share !== null && share >= NEARLY_FULL ? "bg-warn" : "bg-chart-1",
          )}
          style={{ width: `${Math.min(1, share ?? 0) * 100}%` }}
        />
      </span>
      <span className="min-w-24 text-right font-medium">{text}</span>
    </div>
  );
}
