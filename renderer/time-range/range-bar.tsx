import { Pause, Play, ZoomOut } from "lucide-react";
import { instantText } from "../charts/time-ticks.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import type { TimeRange } from "./use-time-range.ts";
import type { Range } from "./viewport.ts";

interface RangeBarProps {
  readonly offered: readonly Range[];
  readonly time: TimeRange;
  /** Number of samples after a fixed span; left out: not counted. */
  readonly newer?: number;
  /** Whether new data arrives: the host is connected and the server answers. */
  readonly isLive: boolean;
}

const units: Readonly<Record<string, string>> = { m: "min", h: "h", d: "days" };
const formatRange = (range: string) => range.replace(/[mhd]$/, (unit) => ` ${units[unit] ?? unit}`);

/** Selects the charts' time range, fixed or live. */
export function RangeBar({ offered, time, newer = 0, isLive }: RangeBarProps) {
  const { range, words, fixed, pick, pause, live } = time;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label="Time range"
        options={offered.map((value) => ({ value, label: formatRange(value) }))}
        value={fixed ? null : range}
        onPick={pick}
      />
      {fixed ? (
        <Button look="primary" onClick={live} data-hint="Back to live (p)">
          <Play aria-hidden="true" />
          Live
          {newer > 0 && (
            <span className="rounded bg-accent-ink/20 px-1.5 text-xs">{newer} new</span>
          )}
        </Button>
      ) : (
        <Button onClick={pause} data-hint="Pause charts (p)">
          <Pause aria-hidden="true" />
          Pause
        </Button>
      )}
      {fixed ? (
        <span className="flex items-center gap-2 text-muted">
          <Badge tone="warn">Paused</Badge>
          {instantText(fixed)(fixed[0])} – {instantText(fixed)(fixed[1])}
          <Button look="quiet" onClick={live}>
            <ZoomOut aria-hidden="true" />
            Reset
          </Button>
        </span>
      ) : (
        <span className="flex items-center gap-2 text-muted">
          {isLive ? <Badge tone="good">Live</Badge> : <Badge tone="warn">Not live</Badge>}
          {words}. Drag on a chart to zoom, double-click to reset.
        </span>
      )}
    </div>
  );
}
