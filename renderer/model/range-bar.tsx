import { Pause, Play, ZoomOut } from "lucide-react";
import { tickText } from "../charts/time-ticks.ts";
import { RANGES } from "../search.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { type Range, rangeWords, type Viewport } from "./viewport.ts";

interface RangeBarProps {
  readonly viewport: Viewport;
  readonly newer: number;
  readonly onRange: (range: Range) => void;
  readonly onPause: () => void;
  readonly onLive: () => void;
}

const options = RANGES.map((value) => ({ value, label: value.replace("m", " min") }));

/** Which span the charts show, and whether it moves. */
export function RangeBar({ viewport, newer, onRange, onPause, onLive }: RangeBarProps) {
  const { fixed, range } = viewport;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label="Time range"
        options={options}
        value={fixed ? null : range}
        onPick={onRange}
      />
      {fixed ? (
        <Button look="primary" onClick={onLive} data-hint="Back to live (p)">
          <Play aria-hidden="true" />
          Live
          {newer > 0 && (
            <span className="rounded bg-accent-ink/20 px-1.5 text-xs">{newer} new</span>
          )}
        </Button>
      ) : (
        <Button onClick={onPause} data-hint="Hold the charts still (p)">
          <Pause aria-hidden="true" />
          Pause
        </Button>
      )}
      {fixed ? (
        <span className="flex items-center gap-2 text-muted">
          <Badge tone="warn">Paused</Badge>
          {tickText(fixed)(fixed[0])} – {tickText(fixed)(fixed[1])}
          <Button look="quiet" onClick={onLive}>
            <ZoomOut aria-hidden="true" />
            Reset
          </Button>
        </span>
      ) : (
        <span className="flex items-center gap-2 text-muted">
          <Badge tone="good">Live</Badge>
          {rangeWords[range]}. Drag on a chart to zoom, double-click to reset.
        </span>
      )}
    </div>
  );
}
