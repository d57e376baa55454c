import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ConfigRevision, ConfigState } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import {
  isProbeWrong,
  ProbeChoice,
  probeOptionsIn,
  useProbeDraft,
  useProbeReason,
} from "../host/probes/probe-choice.tsx";
import { ProbeResult } from "../host/probes/probe-result.tsx";
import { useAction } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { announceStopped } from "../host/announce-stopped.ts";
import { AskFirst } from "../ui/ask-first.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { showError, showSuccess } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";
import { CompareDialog } from "./compare-dialog.tsx";
import { useConfigView } from "./config-view.ts";
import { describeRevision, formatOrigin } from "../host/revisions.ts";
import { HistoryProbes } from "./history-probes.tsx";
import { useServes } from "./use-serves.ts";

/** The history, next to the text. */
export function HistoryPanel() {
  const { config, follow } = useConfigView();
  return <History config={config} onReverted={follow} />;
}

interface HistoryProps {
  readonly config: ConfigState;
  readonly onReverted: (config: ConfigState) => void;
}

/** Every configuration that was active, newest first: author, change, time and note, and a button to revert to it. */
function History({ config, onReverted }: HistoryProps) {
  const { serverId, model, history, text } = config;
  const now = useNow(30_000);
  const [shown, setShown] = useState<ConfigRevision | null>(null);
  const revert = useAction("configs.revert");
  const serves = useServes(serverId, model);
  const probes = useTopic("probes.model", { serverId, model }) ?? [];
  const [probe, setProbe] = useProbeDraft();
  const probeReason = useProbeReason(serverId, model);
  const options = probeReason === null ? probeOptionsIn(probe) : null;
  const goBack = (revision: ConfigRevision) =>
    revert.mutate(
      { serverId, model, revisionId: revision.id, probe: options },
      {
        onSuccess: (reverted) => {
          showSuccess(
            `${model} serves with the configuration of ${formatMoment(revision.time, now)}`,
          );
          announceStopped(`With the earlier configuration of ${model}`, reverted.stopped);
          setShown(null);
          onReverted(reverted);
        },
        onError: (error) =>
          showError(`Can't revert ${model}${serves ? "; it serves as before" : ""}`, error),
      },
    );
  const current = history.find((revision) => revision.text === text);
  const side = { server: serverId, model, revision: "force" };
  return (
    <div className="-mt-3 flex flex-col">
      <div className="flex items-center justify-between gap-2 border-line border-b px-4 py-2">
        <p className="text-muted">
          {history.length === 0
            ? "Each configuration you apply is kept here."
            : `${history.length} kept`}
        </p>
        <Link
          to="/compare"
          search={{ a: side, b: { ...side, revision: String(history[1]?.id ?? "served") } }}
          className={buttonClass()}
        >
          Compare any two…
        </Link>
      </div>
      <HistoryProbes serverId={serverId} model={model} probes={probes} />
      <ul aria-label={`History of ${model}`}>
        {history.map((revision) => (
          <li key={revision.id} className="border-line border-b px-4 py-2.5 last:border-b-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium">{formatOrigin(revision)}</span>
              {revision === current && <Badge tone="good">Active</Badge>}
            </div>
            {describeRevision(revision) && (
              <p className="break-words">{describeRevision(revision)}</p>
            )}
            <p className="text-muted text-xs">
              {formatMoment(revision.time, now)}
              {revision.author === "" ? "" : ` by ${revision.author}`}
            </p>
            {probes
              .filter(({ change }) => change.revisionId === revision.id)
              .map((each) => (
                <ProbeResult key={each.id} probe={each} />
              ))}
            {revision !== current && (
              <div className="-ml-2 flex gap-1">
                <Button
                  look="quiet"
                  className="h-7 px-2"
                  onClick={() => setShown(revision)}
                  aria-label={`Compare with ${formatMoment(revision.time, now)}`}
                >
                  Compare
                </Button>
                <AskFirst
                  title={`Revert ${model} to the configuration of ${formatMoment(revision.time, now)}?`}
                  consequence={
                    <>
                      <p>
                        {serves
                          ? `${model} is loaded with it. It keeps serving, and its statistics may reset. The active configuration stays in the history.`
                          : `${model} is loaded with it. The active configuration stays in the history.`}
                      </p>
                      <ProbeChoice
                        label="Probe while it changes"
                        draft={probe}
                        onChange={setProbe}
                        reason={probeReason}
                      />
                    </>
                  }
                  verb={`Revert ${model}`}
                  onConfirm={() => goBack(revision)}
                >
                  {(ask) => (
                    <Button
                      look="quiet"
                      className="h-7 px-2"
                      disabled={revert.isPending || isProbeWrong(probe)}
                      onClick={ask}
                      aria-label={`Revert to ${formatMoment(revision.time, now)}`}
                    >
                      Revert
                    </Button>
                  )}
                </AskFirst>
              </div>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <CompareDialog
          title={`${model}: ${formatMoment(shown.time, now)} against now`}
          description={describeRevision(shown) || undefined}
          sides={[
            { label: "Active", text },
            { label: formatMoment(shown.time, now), text: shown.text },
          ]}
          actions={
            <Button look="primary" disabled={revert.isPending} onClick={() => goBack(shown)}>
              Revert to this
            </Button>
          }
          onClose={() => setShown(null)}
        />
      )}
    </div>
  );
}
