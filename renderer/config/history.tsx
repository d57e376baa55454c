import { useState } from "react";
import type { ConfigRevision, ConfigState } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { useAction } from "../host/requests.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { tellError, tellSuccess } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";
import { useConfigView } from "./config-view.ts";
import { TextDiff } from "./text-diff.tsx";

const origins: Record<ConfigRevision["origin"], string> = {
  found: "Found on disk",
  applied: "Applied",
  reverted: "Reverted to",
};

/** The history as a panel beside the text. */
export function HistoryPanel() {
  const { config, adopt } = useConfigView();
  return <History config={config} onReverted={adopt} />;
}

interface HistoryProps {
  readonly config: ConfigState;
  readonly onReverted: (config: ConfigState) => void;
}

/** Every configuration that served, newest first, and the way back to each. */
function History({ config, onReverted }: HistoryProps) {
  const { serverId, model, history, text } = config;
  const now = useNow(30_000);
  const [shown, setShown] = useState<ConfigRevision | null>(null);
  const revert = useAction("configs.revert");
  const goBack = (revision: ConfigRevision) =>
    revert.mutate(
      { serverId, model, revisionId: revision.id },
      {
        onSuccess: (reverted) => {
          tellSuccess(
            `${model} serves with the configuration of ${formatMoment(revision.time, now)}`,
          );
          setShown(null);
          onReverted(reverted);
        },
        onError: (error) =>
          tellError(`${model} could not be reverted; it serves as before.`, error),
      },
    );
  const current = history.find((revision) => revision.text === text);
  return (
    <Card title="History">
      {history.length === 0 && (
        <p className="px-4 py-3 text-muted">Each configuration you apply is kept here.</p>
      )}
      <ul className="max-h-[32rem] overflow-auto">
        {history.map((revision) => (
          <li key={revision.id} className="border-line border-b px-4 py-2.5 last:border-b-0">
            <div className="flex items-center justify-between gap-2">
              <span className="font-medium">{origins[revision.origin]}</span>
              {revision === current ? (
                <Badge tone="good">In force</Badge>
              ) : (
                <span className="text-muted text-xs">{formatMoment(revision.time, now)}</span>
              )}
            </div>
            {revision.note && revision.note !== origins[revision.origin] && (
              <p className="break-words">{revision.note}</p>
            )}
            {revision === current ? (
              <span className="text-muted text-xs">{formatMoment(revision.time, now)}</span>
            ) : (
              <div className="-ml-2 flex gap-1">
                <Button
                  look="quiet"
                  className="h-7 px-2"
                  onClick={() => setShown(revision)}
                  aria-label={`Compare with ${formatMoment(revision.time, now)}`}
                >
                  Compare
                </Button>
                <Button
                  look="quiet"
                  className="h-7 px-2"
                  disabled={revert.isPending}
                  onClick={() => goBack(revision)}
                  aria-label={`Revert to ${formatMoment(revision.time, now)}`}
                >
                  Revert
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog
          open
          onClose={() => setShown(null)}
          size="large"
          title={`${model}: ${formatMoment(shown.time, now)} against now`}
          description={shown.note || undefined}
          actions={
            <>
              <Button onClick={() => setShown(null)}>Close</Button>
              <Button look="primary" disabled={revert.isPending} onClick={() => goBack(shown)}>
                Revert to this
              </Button>
            </>
          }
        >
          <TextDiff
            before={text}
            after={shown.text}
            labels={["In force", formatMoment(shown.time, now)]}
          />
        </Dialog>
      )}
    </Card>
  );
}
