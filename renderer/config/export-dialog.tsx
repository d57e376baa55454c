import { useState } from "react";
import { parseConfig } from "../../engine/config/index.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { ExportProgressRow } from "../host/downloads/export-progress.tsx";
import { DownloadRow } from "../host/downloads/download-row.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FolderField } from "../ui/folder-field.tsx";
import { Notice } from "../ui/notice.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Segmented } from "../ui/segmented.tsx";
import { type ExportRun, useExport } from "./use-export.ts";
import { formatBytes } from "../format/numbers.ts";

interface ExportDialogProps {
  readonly config: ConfigState;
  readonly text: string;
  readonly onClose: () => void;
}

const scopes = [
  { value: "model", label: "This model" },
  { value: "all", label: "Whole repository" },
] as const;

/** Saves the text as a file, or a model or the whole repository as a folder that a server can load. */
export function ExportDialog({ config, text, onClose }: ExportDialogProps) {
  const { serverId, model } = config;
  const hasFiles = config.path !== "" || config.store !== null;
  const [scope, setScope] = useState<(typeof scopes)[number]["value"]>("model");
  const [folder, setFolder] = useState("");
  const [drafts, setDrafts] = useState(false);
  const run = useExport();
  const running = run.id !== null;
  const steps = parseConfig(text).config.ensemble_scheduling?.step ?? [];
  const models = [...new Set([model, ...steps.map(({ model_name }) => model_name)])];
  const chosen = scope === "all" ? [] : models;
  const start = (overwrite: boolean) =>
    run.start({
      serverId,
      models: chosen,
      folder: folder.trim(),
      overwrite,
      drafts,
    });
  const close = () => {
    run.cancel();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      size="medium"
      title={`Export ${model}`}
      actions={
        <>
          <Button onClick={running ? run.cancel : close}>{running ? "Cancel" : "Close"}</Button>
          {hasFiles && (
            <Button
              look="primary"
              disabled={folder.trim() === "" || running}
              onClick={() => start(false)}
            >
              {running ? "Copying…" : "Export"}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-4">
          <p>The text in the editor, as one file:</p>
          <Button
            onClick={() =>
              saveFile({ fileName: "config.pbtxt", mediaType: "text/plain", content: text })
            }
          >
            Save config.pbtxt
          </Button>
        </div>
        {!hasFiles ? (
          <Notice tone="accent" title="This console can't read the model files of this server">
            A folder with model files can be exported from the embedded engine's repository.
          </Notice>
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Segmented label="What to export" options={scopes} value={scope} onPick={setScope} />
              {scope === "model" && models.length > 1 && (
                <span className="text-muted">with {models.slice(1).join(", ")}, which it uses</span>
              )}
            </div>
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={drafts}
                onChange={(event) => setDrafts(event.target.checked)}
              />
              Use drafts instead of active configurations
            </label>
            <DownloadRow
              ask={(client, id, signal) =>
                client.request(
                  "configs.download",
                  { serverId, id, models: chosen, drafts },
                  { signal },
                )
              }
            >
              As one .zip, downloaded by this browser:
            </DownloadRow>
            <FolderField
              label="Folder"
              help="On the machine that Batchdeck runs on; created if missing. It becomes a repository that Triton can be started on. Existing files are not overwritten."
              title="Export to a folder"
              value={folder}
              onChange={setFolder}
            />
          </>
        )}
        <ExportOutcome run={run} onReplace={() => start(true)} />
      </div>
    </Dialog>
  );
}

interface ExportOutcomeProps {
  readonly run: ExportRun;
  readonly onReplace: () => void;
}

/** Progress and result of an export into a folder. */
function ExportOutcome({ run, onReplace }: ExportOutcomeProps) {
  const { id, error, done } = run;
  return (
    <>
      <ExportProgressRow id={id} always />
      {error && (
        <Notice
          tone={error.code === "ALREADY_EXISTS" ? "warn" : "bad"}
          title={
            error.code === "ALREADY_EXISTS" ? "Some models already exist there" : "Not exported"
          }
          actions={
            error.code === "ALREADY_EXISTS" && (
              <Button look="danger" onClick={onReplace}>
                Replace them
              </Button>
            )
          }
        >
          {error.message}
        </Notice>
      )}
      {done && (
        <Notice tone="good" title={`Exported ${done.models.join(", ")}`}>
          {formatBytes(done.bytes)} in{" "}
          <span className="break-all font-mono text-xs">{done.folder}</span>
        </Notice>
      )}
    </>
  );
}
