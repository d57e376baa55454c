import { Pause, Play, ZoomOut } from "lucide-react";
import type { Span } from "../charts/samples.ts";
import { instantText } from "../charts/time-ticks.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/segmented.tsx";

interface RangeBarProps<R extends string> {
  readonly ranges: readonly R[];
  readonly range: R;
  /** The range in words: "last 5 minutes". */
  readonly words: string;
  /** A span that does not move; null: live. */
  readonly fixed: Span | null;
  readonly newer: number;
  /** Whether new data comes in: the host is connected and the server answers. */
  readonly live: boolean;
  readonly onRange: (range: R) => void;
  readonly onPause: () => void;
  readonly onLive: () => void;
}

const units: Readonly<Record<string, string>> = { m: "min", h: "h", d: "days" };
const labelOf = (range: string) => range.replace(/[mhd]$/, (unit) => ` ${units[unit] ?? unit}`);

/** Which span the charts show, and whether it moves. */
export function RangeBar<R extends string>(props: RangeBarProps<R>) {
  const { ranges, range, words, fixed, newer, live, onRange, onPause, onLive } = props;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label="Time range"
        options={ranges.map((value) => ({ value, label: labelOf(value) }))}
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
          {instantText(fixed)(fixed[0])} – {instantText(fixed)(fixed[1])}
          <Button look="quiet" onClick={onLive}>
            <ZoomOut aria-hidden="true" />
            Reset
          </Button>
        </span>
      ) : (
        <span className="flex items-center gap-2 text-muted">
          {live ? <Badge tone="good">Live</Badge> : <Badge tone="warn">Not live</Badge>}
          {words}. Drag on a chart to zoom, double-click to reset.
        </span>
      )}
    </div>
  );
}
