import { Download as DownloadIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { HostClient } from "../../../main/contract/client.ts";
import type { Download } from "../../../main/contract/index.ts";
import { formatBytes } from "../../format/numbers.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { type DownloadRun, useDownload } from "./use-download.ts";

interface DownloadRowProps {
  /** Its content and purpose. */
  readonly children: ReactNode;
  readonly ask: (client: HostClient) => Promise<Download>;
  readonly disabled?: boolean;
}

/** Offers a folder as a ZIP file, if the page's host supports downloads. */
export function DownloadRow({ children, ask, disabled = false }: DownloadRowProps) {
  const run = useDownload();
  if (!run.possible) return null;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <p>{children}</p>
        <Button className="shrink-0" disabled={disabled || run.busy} onClick={() => run.start(ask)}>
          <DownloadIcon aria-hidden="true" />
          Download .zip
        </Button>
      </div>
      <Outcome {...run} />
    </div>
  );
}

function Outcome({ refused, download, state }: DownloadRun) {
  if (refused)
    return (
      <Notice tone="bad" title="Not downloaded">
        {refused.message}
      </Notice>
    );
  if (!download || !state) return null;
  if (state.state === "failed")
    return (
      <Notice tone="bad" title="Not downloaded">
        {state.words} What the browser may have saved is not a complete .zip.
      </Notice>
    );
  if (state.state === "sent")
    return (
      <Notice tone="good" title={`Downloaded ${download.fileName}`}>
        {download.files} {download.files === 1 ? "file" : "files"}, {formatBytes(state.bytes)}{" "}
        unpacked.
      </Notice>
    );
  const { bytes, totalBytes } = state;
  return (
    <div className="flex items-center gap-3">
      <div className="flex-1">
        <ProgressBar label="Sent to the browser" share={bytes / Math.max(1, totalBytes)} />
      </div>
      <span className="text-muted text-xs">
        {formatBytes(bytes)} of {formatBytes(totalBytes)}
      </span>
    </div>
  );
}
