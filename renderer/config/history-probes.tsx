import { useState } from "react";
import type { ChangeProbe, ProbedChange } from "../../main/contract/index.ts";
import { formatDuration } from "../format/numbers.ts";
import { formatMoment } from "../format/time.ts";
import {
  isProbeWrong,
  ProbeFields,
  probeOptionsIn,
  useProbeDraft,
  useProbeReason,
} from "../host/probes/probe-choice.tsx";
import { ProbeResult } from "../host/probes/probe-result.tsx";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { Fold } from "../ui/fold.tsx";
import { showError } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";

interface HistoryProbesProps {
  readonly serverId: string;
  readonly model: string;
  /** Newest first. */
  readonly probes: readonly ChangeProbe[];
}

const KINDS: Record<ProbedChange["kind"], string> = {
  apply: "Apply",
  revert: "Revert",
  rollout: "Rollout",
  watch: "Started by hand",
};

/** Probes without a stored configuration: of failed changes, of rollouts, and those started by hand. */
export function HistoryProbes({ serverId, model, probes }: HistoryProbesProps) {
  const now = useNow(30_000);
  const isRunning = ({ endedAt, state }: ChangeProbe) =>
    endedAt === null && state !== "interrupted";
  const watching = probes.find((probe) => isRunning(probe) && probe.change.kind === "watch");
  const others = probes.filter(
    ({ change, id }) => change.revisionId === null && id !== watching?.id,
  );
  const summary = watching ? "one is running" : others.length > 0 ? `${others.length} kept` : "";
  return (
    <div className="border-line border-b px-4 py-2.5">
      <Fold title="Probes" summary={summary}>
        {watching ? (
          <Watching probe={watching} />
        ) : (
          <StartProbe serverId={serverId} model={model} />
        )}
        <ul aria-label={`Probes of ${model}`} className="flex flex-col gap-2">
          {others.map((probe) => (
            <li key={probe.id}>
              <p className="text-muted text-xs">
                {KINDS[probe.change.kind]}
                {probe.changeSucceeded === false && ", failed"} ·{" "}
                {formatMoment(probe.startedAt, now)}
              </p>
              <ProbeResult probe={probe} />
              <Happened probe={probe} />
            </li>
          ))}
        </ul>
      </Fold>
    </div>
  );
}

function Happened({ probe: { events, endedAt } }: { readonly probe: ChangeProbe }) {
  const isAfter = (time: number) => endedAt !== null && time > endedAt;
  if (events.length === 0) return null;
  return (
    <ul aria-label="What happened meanwhile" className="ml-4 list-disc text-muted text-xs">
      {events.map(({ time, message }) => (
        <li key={`${time} ${message}`}>
          {isAfter(time) && `${formatDuration(time - (endedAt ?? 0))} after the end: `}
          {message}
        </li>
      ))}
    </ul>
  );
}

function Watching({ probe }: { readonly probe: ChangeProbe }) {
  const stop = useAction("probes.stop");
  const end = () =>
    stop.mutate({ id: probe.id }, { onError: (error) => showError("Can't stop the probe", error) });
  return (
    <div className="flex flex-col gap-2">
      <ProbeResult probe={probe} />
      <Happened probe={probe} />
      <Button className="self-start" disabled={stop.isPending} onClick={end}>
        Stop probe
      </Button>
    </div>
  );
}

function StartProbe({ serverId, model }: { readonly serverId: string; readonly model: string }) {
  const [draft, setDraft] = useProbeDraft();
  const [minutes, setMinutes] = useState("5");
  const start = useAction("probes.start");
  const reason = useProbeReason(serverId, model);
  const seconds = Math.round(Number(minutes) * 60);
  const minutesWrong = !(seconds >= 1 && seconds <= 1800);
  const chosen = { ...draft, on: true };
  const options = probeOptionsIn(chosen);
  const run = () =>
    options &&
    start.mutate(
      { serverId, model, options, seconds },
      { onError: (error) => showError("Can't start the probe", error) },
    );
  if (reason !== null) return <p className="text-muted">No probe can run: {reason}</p>;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted text-xs">
        Sends small requests at a constant rate while you reload the model, scale it or wait for an
        autoscaler, and lists what happened on the server meanwhile.
      </p>
      <ProbeFields draft={draft} onChange={setDraft} />
      <TextField
        label="Ends after, minutes"
        value={minutes}
        error={minutesWrong ? "A number up to 30." : null}
        onChange={setMinutes}
      />
      <Button
        className="self-start"
        disabled={isProbeWrong(chosen) || minutesWrong || start.isPending}
        onClick={run}
      >
        {start.isPending ? "Starting…" : "Start probe"}
      </Button>
    </div>
  );
}
