import type { ExperimentProgress } from "../../../main/contract/index.ts";
import type { RunEvent, RunWindow } from "../../charts/run-window.ts";

/** A run's figures since this page was opened. */
export interface LiveTrack {
  readonly windows: readonly RunWindow[];
  /** Where a new step started. */
  readonly events: readonly RunEvent[];
  readonly stepIndex: number | null;
  /** Failures of that step so far. */
  readonly failures: number;
  /** Seconds missing from the run's clock after it was resumed. */
  readonly setBack: number;
}

export const nothingSeen: LiveTrack = {
  windows: [],
  events: [],
  stepIndex: null,
  failures: 0,
  setBack: 0,
};

/** Beyond this, every second point is dropped. */
const MAX_WINDOWS = 600;

/** Max length of a step's first window. */
const FIRST_SECONDS = 0.5;
/** Length of the first window after the clock was set back. */
const MIN_SECONDS = 0.01;

/** The track with one more message; a message without anything new leaves it as it is. */
export function withProgress(track: LiveTrack, progress: ExperimentProgress): LiveTrack {
  const { live, secondsDone, stepIndex, words } = progress;
  const last = track.windows.at(-1);
  const seen = last ? last.t + last.seconds : 0;
  if (!live) return track;
  const began = stepIndex !== track.stepIndex;
  const setBack = began ? Math.max(track.setBack, seen + MIN_SECONDS - secondsDone) : track.setBack;
  const t = secondsDone + setBack;
  if (t <= seen) return track;
  const windows =
    track.windows.length < MAX_WINDOWS
      ? track.windows
      : track.windows.filter((_, index) => index % 2 === 1);
  // Before a step's first message was preparation, or the page wasn't open.
  const start = began ? Math.max(seen, t - FIRST_SECONDS) : seen;
  const seconds = t - start;
  return {
    stepIndex,
    setBack,
    failures: live.failures,
    events: began
      ? [...track.events, { t: start, kind: "note", label: words || `step ${stepIndex + 1}` }]
      : track.events,
    windows: [
      ...windows,
      {
        t: start,
        seconds,
        p50: live.p50Ms,
        p99: live.p99Ms,
        max: null,
        successes: Math.round(live.requestsPerSecond * seconds),
        failures: Math.max(0, live.failures - (began ? 0 : track.failures)),
      },
    ],
  };
}
