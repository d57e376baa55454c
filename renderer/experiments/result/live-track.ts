import type { ExperimentProgress } from "../../../main/contract/index.ts";
import type { RunEvent, RunWindow } from "../../charts/run-window.ts";

/** What was seen of a run while this page looked at it. */
export interface LiveTrack {
  readonly windows: readonly RunWindow[];
  /** Where another step began. */
  readonly events: readonly RunEvent[];
  readonly stepIndex: number | null;
  /** Failures of that step so far. */
  readonly failures: number;
  /** What the run's clock lacks since the run continued after it was held, seconds. */
  readonly setBack: number;
}

export const nothingSeen: LiveTrack = {
  windows: [],
  events: [],
  stepIndex: null,
  failures: 0,
  setBack: 0,
};

/** More are thinned out: every second one goes. */
const MAX_WINDOWS = 600;

/** At most so long is the first window of a step. */
const FIRST_SECONDS = 0.5;
/** Of the first window after a clock that was set back. */
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
  // What lies before a step's first message was preparation, or not looked at.
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
