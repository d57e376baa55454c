import type { LaunchPlan, LaunchPreview } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { CopyableText } from "../ui/copyable-text.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fold } from "../ui/fold.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { MissingRights } from "./missing-rights.tsx";
import { showError, showSuccess } from "../ui/toasts.tsx";

interface ReviewDialogProps {
  readonly serverId: string;
  readonly plan: LaunchPlan;
  readonly onClose: () => void;
  readonly onStarted: () => void;
}

/** Every command or patch as it will be, for approval. */
export function ReviewDialog({ serverId, plan, onClose, onStarted }: ReviewDialogProps) {
  const { data, error } = useRequest("launches.preview", { plan });
  const start = useAction("launches.start", ["launches.preview"]);
  const isProcess = plan.place.kind === "process";
  const begin = () => {
    if (!data) return;
    start.mutate(
      { serverId, plan, approved: data.digest },
      {
        onSuccess: () => {
          showSuccess("The comparison started", "Its results appear below, one after the other.");
          onStarted();
        },
        onError: (failure) => showError("Can't start the comparison.", failure),
      },
    );
  };
  return (
    <Dialog
      open
      size="large"
      begin="content"
      onClose={onClose}
      title={isProcess ? "Start these commands?" : "Apply these patches?"}
      description={
        isProcess
          ? "Each runs on the host's machine with the rights of the console, one after the other, and is ended after its measurement. PORT is a free port of 127.0.0.1."
          : "The base is measured as it serves. Each patch is rolled out and measured, one after the other; at the end the original flags are restored. Of a StatefulSet, pods of a candidate that don't get ready are deleted, since it would wait for them."
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!data || start.isPending} onClick={begin}>
            {isProcess ? "Approve and start" : "Approve and apply"}
          </Button>
        </>
      }
    >
      {error && <ErrorNotice title="Can't prepare the comparison" error={error} />}
      {!error && !data && <p className="text-muted">Preparing…</p>}
      <div className="flex flex-col gap-4">
        {data && plan.place.kind === "deployment" && (
          <MissingRights rights={data.missingRights} namespace={plan.place.namespace} />
        )}
        <ol className="flex flex-col gap-4">
          {data?.previews.map((preview) => (
            <li key={preview.label} className="flex flex-col gap-1">
              <Preview preview={preview} place={plan.place} />
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}

function describePatch(patch: string, place: LaunchPlan["place"]): string {
  return patch.startsWith("[") && place.kind === "deployment"
    ? `JSON Patch of the ${place.owner}`
    : "strategic merge patch of the workload";
}

interface PreviewProps {
  readonly preview: LaunchPreview;
  readonly place: LaunchPlan["place"];
}

function Preview({ preview, place }: PreviewProps) {
  const { label, commandLine, patch, removed, added, warnings } = preview;
  return (
    <>
      <div className="flex items-center justify-between">
        <h3 className="font-medium">{label}</h3>
        <CopyButton name={`Copy: ${label}`} text={commandLine} />
      </div>
      <p
        role="region"
        aria-label={`Command of ${label}`}
        className="wrap-anywhere rounded-md bg-sunken px-3 py-2 font-mono text-xs"
      >
        {commandLine || "No flags: the image's defaults."}
      </p>
      {removed.length + added.length > 0 && (
        <p className="flex flex-wrap gap-x-3 font-mono text-xs">
          {removed.map((each) => (
            <del key={each} className="text-bad no-underline">
              − {each}
            </del>
          ))}
          {added.map((each) => (
            <ins key={each} className="text-good no-underline">
              + {each}
            </ins>
          ))}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="text-warn">
          {warning}
        </p>
      ))}
      {patch !== "" && (
        <Fold title="Patch" summary={describePatch(patch, place)}>
          <CopyableText title={`Patch: ${label}`} label={`Patch of ${label}`} text={patch} />
        </Fold>
      )}
    </>
  );
}
