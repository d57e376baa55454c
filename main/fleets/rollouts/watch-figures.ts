import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import type { FigureId, RolloutPlan, WatchedFigures } from "../../contract/index.ts";
import { type Delta, toFigures, joinDeltas } from "../../telemetry/index.ts";
import type { Replica } from "../replica.ts";

/** How long a replica may fail to answer beyond the watched time, ms. */
const PATIENCE_MS = 30_000;

/**
 * Figures of a replica's model over at least this many seconds from now. Throws UNAVAILABLE if the replica doesn't answer
 * for long, ABORTED if it restarts, CANCELLED by the signal.
 */
export function watchFigures(
  replica: Replica,
  { model, watchSeconds: seconds }: Pick<RolloutPlan, "model" | "watchSeconds">,
  clock: Clock,
  signal: AbortSignal,
): Promise<WatchedFigures> {
  const { promise, resolve, reject } = Promise.withResolvers<WatchedFigures>();
  const deltas: Delta[] = [];
  const began = clock.now();
  const { restarts } = replica;
  const owned = new DisposableStack();
  const end = (work: () => void) => {
    owned.dispose();
    work();
  };
  const giveUp = () =>
    end(() =>
      reject(
        new StatusError(
          "UNAVAILABLE",
          `It did not answer while it was watched${describeReason(replica)}.`,
        ),
      ),
    );
  const cancel = () => end(() => reject(new StatusError("CANCELLED", "The watch was cancelled.")));
  if (signal.aborted)
    return Promise.reject(new StatusError("CANCELLED", "The watch was cancelled."));
  signal.addEventListener("abort", cancel);
  owned.defer(() => signal.removeEventListener("abort", cancel));
  owned.use(clock.after(seconds * 1000 + PATIENCE_MS, giveUp));
  owned.use(replica.watch());
  owned.use(
    replica.onSeen(({ t, live, delta }) => {
      if (replica.restarts !== restarts)
        return end(() =>
          reject(new StatusError("ABORTED", "It restarted or was replaced while it was watched.")),
        );
      // Skips an interval that started before, since it includes earlier requests.
      if (!live || t - delta.seconds * 1000 < began) return;
      deltas.push(selectModel(delta, model));
      const covered = deltas.reduce((sum, each) => sum + each.seconds, 0);
      if (covered >= seconds) end(() => resolve(computeWatchedFigures(deltas)));
    }),
  );
  return promise;
}

function describeReason({ status }: Replica): string {
  return status.reason ? `: ${status.reason.replace(/\.$/, "")}` : "";
}

function selectModel(delta: Delta, model: string): Delta {
  return { ...delta, parts: delta.parts.filter((part) => part.model === model) };
}

function computeWatchedFigures(deltas: readonly Delta[]): WatchedFigures {
  const joined = joinDeltas(deltas);
  const figures = toFigures(joined);
  const value = (figure: FigureId) =>
    figures.find((each) => each.figure === figure && each.value !== null)?.value ?? null;
  const counted = (figure: FigureId) => {
    const rate = value(figure);
    return rate === null ? null : Math.round(rate * joined.seconds);
  };
  return {
    seconds: joined.seconds,
    requests: counted("requestsPerSecond"),
    failures: counted("failuresPerSecond"),
    rejected: counted("rejectedPerSecond"),
    queueMs: value("queueMs"),
    latencyMs: value("latencyMs"),
    latencyP99Ms: value("latencyP99Ms"),
  };
}
