import {
  type ChangeProbe,
  isProbeClean,
  type ProbeCounts,
  probeSentences,
} from "../../../main/contract/index.ts";
import { Dot } from "../../ui/badge.tsx";
import { useTopic } from "../topics.ts";

/** Delays of the console itself from this value on are mentioned, ms. */
const SEND_DELAY_MS = 25;

const STATES: Readonly<Partial<Record<ChangeProbe["state"], string>>> = {
  preparing: "Preparing requests",
  before: "Before the change",
  during: "During the change",
  after: "After the change",
};

/** A probe's result or progress. */
export function ProbeResult({ probe }: { readonly probe: ChangeProbe }) {
  const { state, counts, lateMs, rate } = probe;
  const running = probe.endedAt === null && state !== "interrupted";
  const label = probe.change.kind === "watch" && state !== "preparing" ? "Running" : STATES[state];
  const [result, ...others] = state === "preparing" ? [""] : probeSentences(probe);
  return (
    <div className="flex items-baseline gap-2">
      <Dot tone={toneFor(probe)} pulse={running} />
      <div className="flex min-w-0 flex-col gap-1 break-words">
        <p>
          <span className="font-medium">{running ? `Probe: ${label}. ` : "Probe: "}</span>
          <span className={others.length > 0 ? "font-medium" : ""}>{result}</span>
        </p>
        {others.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {state !== "notRun" && (
          <p className="text-muted text-xs">{describeDetails(counts, lateMs, rate)}</p>
        )}
      </div>
    </div>
  );
}

/** The running probe of a model; nothing without one. */
export function RunningProbe(on: { readonly serverId: string; readonly model: string }) {
  const probe = useTopic("probes.model", on)?.find(({ endedAt, state }) => {
    return endedAt === null && state !== "interrupted";
  });
  return probe ? <ProbeResult probe={probe} /> : null;
}

function toneFor({ state, counts }: ChangeProbe) {
  if (!isProbeClean(counts)) return counts.failed + counts.lost > 0 ? "bad" : "warn";
  return state === "notRun" || state === "interrupted" ? "neutral" : "good";
}

function describeDetails(counts: ProbeCounts, lateMs: number | null, rate: number): string {
  const { slowestMs, sendDelayMs, byConnection } = counts;
  const reopened = byConnection?.kept.reopened ?? 0;
  return [
    byConnection
      ? `${rate} per second, half of them on a kept connection`
      : `${rate} per second, each on a new connection`,
    reopened > 0 && `kept connection reopened ${reopened === 1 ? "once" : `${reopened} times`}`,
    slowestMs !== null && `slowest ${Math.round(slowestMs)} ms`,
    lateMs !== null && `late after ${lateMs} ms`,
    sendDelayMs > SEND_DELAY_MS &&
      `this console itself sent up to ${Math.round(sendDelayMs)} ms late, included in these times`,
  ]
    .filter(Boolean)
    .join(" · ");
}
