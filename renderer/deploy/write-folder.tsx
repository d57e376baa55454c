import { useState } from "react";
import { StatusError } from "../../base/status-error.ts";
import type { Deployment } from "../../main/contract/index.ts";
import { ExportProgressRow, newExportId } from "../host/downloads/export-progress.tsx";
import { DownloadRow } from "../host/downloads/download-row.tsx";
import { formatBytes } from "../format/numbers.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { FolderField } from "../ui/folder-field.tsx";
import { Notice } from "../ui/notice.tsx";

interface WriteFolderProps {
  readonly plan: Deployment;
  /** Null: the plan is valid. */
  readonly obstacle: string | null;
}

/** Writes models and manifests to a folder on the host's machine, or downloads them. */
export function WriteFolder({ plan, obstacle }: WriteFolderProps) {
  const [folder, setFolder] = useState("");
  const write = useAction("deploy.write");
  const start = (overwrite: boolean) =>
    write.mutate({ deployment: plan, id: newExportId(), folder: folder.trim(), overwrite });
  const error = write.error && StatusError.from(write.error);
  const taken = error?.code === "ALREADY_EXISTS";
  const ofFolder = error?.details.field === "folder" ? error.message : null;
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <FolderField
        label="Output folder"
        help="On the machine that Batchdeck runs on; created if missing. Model repository, manifests, dashboard, and a README that says what to run. Existing files are not overwritten."
        title="Write to a folder"
        error={ofFolder}
        value={folder}
        onChange={setFolder}
      />
      <div className="flex items-center gap-3">
        <Button
          look="primary"
          disabled={folder.trim() === "" || obstacle !== null || write.isPending}
          onClick={() => start(false)}
        >
          {write.isPending ? "Writing…" : "Write"}
        </Button>
        {obstacle && <span className="text-muted">{obstacle}</span>}
      </div>
      <ExportProgressRow id={(write.isPending && write.variables.id) || null} />
      {error && !ofFolder && (
        <Notice
          tone={taken ? "warn" : "bad"}
          title={taken ? "The folder is not empty" : "Not written"}
          actions={
            taken && (
              <Button look="danger" onClick={() => start(true)}>
                Replace it
              </Button>
            )
          }
        >
          {error.message}
        </Notice>
      )}
      {write.data && (
        <Notice tone="good" title={`Written: ${formatBytes(write.data.bytes)}`}>
          <span className="break-all font-mono text-xs">{write.data.folder}</span>
          {!write.data.complete && " has the configurations only; add the models' version folders."}
          {write.data.complete && ". Its README says what to run."}
        </Notice>
      )}
      <DownloadRow
        disabled={obstacle !== null}
        ask={(client, id, signal) =>
          client.request("deploy.download", { deployment: plan, id }, { signal })
        }
      >
        Or download everything as one .zip:
      </DownloadRow>
    </div>
  );
}
