import type { ModelSample } from "../../main/contract/index.ts";
import { formatClock } from "../format/time.ts";
import { type Crosshair, useCrosshair } from "./crosshair.ts";
import { sampleAt } from "./samples.ts";
import type { Mark, PlotSeries } from "./series.ts";

interface CrosshairPanelProps {
  readonly crosshair: Crosshair;
  readonly samples: readonly ModelSample[];
  /** Of all charts, one group per chart. */
  readonly groups: readonly (readonly PlotSeries[])[];
  readonly marks: readonly Mark[];
}

const WIDTH = 220;

/** The one tooltip of all charts: every figure at the crosshair's instant, and what happened then. */
export function CrosshairPanel({ crosshair, samples, groups, marks }: CrosshairPanelProps) {
  const at = useCrosshair(crosshair);
  const sample = at && sampleAt(samples, at.time);
  if (!at || !sample) return null;
  const near = marks.filter(
    (mark) => Math.abs(mark.time - at.time) <= Math.max(1500, sample.seconds * 1000),
  );
  const left = at.x + 18 + WIDTH > window.innerWidth ? at.x - 18 - WIDTH : at.x + 18;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed z-30 rounded-md border border-line-strong bg-raised px-3 py-2 text-xs shadow-pop"
      style={{
        left,
        top: Math.max(8, Math.min(at.y - 40, window.innerHeight - 300)),
        width: WIDTH,
      }}
    >
      <div className="mb-1 font-semibold">{formatClock(sample.t)}</div>
      {groups.map((series) => (
        <div key={series.map((each) => each.key).join()} className="border-line border-t py-1">
          {series.map(({ key, label, color, value, text }) => (
            <div key={key} className="flex items-center gap-2">
              <span className="size-2 rounded-sm" style={{ background: color }} />
              <span className="flex-1 text-muted">{label}</span>
              <span>{text(value(sample))}</span>
            </div>
          ))}
        </div>
      ))}
      {near.map((mark) => (
        <div key={`${mark.time} ${mark.text}`} className="border-line border-t pt-1">
          {mark.text}
        </div>
      ))}
    </div>
  );
}
