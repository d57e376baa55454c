import { Download as DownloadIcon } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { HostClient } from "../../../main/contract/client.ts";
import type { Download, DownloadState } from "../../../main/contract/index.ts";
import { formatBytes } from "../../format/numbers.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { StatusError } from "../../../base/status-error.ts";
import { useHost } from "../context.tsx";
import { useRequest } from "../requests.ts";
import { useTopic } from "../topics.ts";
import { ExportProgressRow, newExportId } from "./export-progress.tsx";

type Ask = (client: HostClient, id: string, signal: AbortSignal) => Promise<Download>;

interface DownloadRowProps {
  /** Its content and purpose. */
  readonly children: ReactNode;
  /** Its progress is reported under `id`, which models in object stores need. */
  readonly ask: Ask;
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
      <ExportProgressRow id={run.asking} />
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

interface DownloadRun {
  /** Whether this host supports downloads. */
  readonly possible: boolean;
  /** The export that is being prepared; null without one. */
  readonly asking: string | null;
  /** From the request to its end. */
  readonly busy: boolean;
  readonly download: Download | null;
  readonly state: DownloadState | null;
  /** Why it was rejected before it started. */
  readonly refused: StatusError | null;
  readonly start: (ask: Ask) => void;
}

/** One download of a folder at a time, fetched by the browser. */
function useDownload(): DownloadRun {
  const { client } = useHost();
  const possible = useRequest("host.info", {}).data?.capabilities.download === true;
  const [asking, setAsking] = useState<string | null>(null);
  const [giveUp] = useState(() => new AbortController());
  useEffect(() => () => giveUp.abort(), [giveUp]);
  const [download, setDownload] = useState<Download | null>(null);
  const [refused, setRefused] = useState<StatusError | null>(null);
  const state = useTopic("downloads.state", download && { id: download.id });
  const run = async (ask: Ask) => {
    const id = newExportId();
    setAsking(id);
    setDownload(null);
    setRefused(null);
    try {
      const made = await ask(client, id, giveUp.signal);
      setDownload(made);
      follow(made);
    } catch (thrown) {
      setRefused(StatusError.from(thrown));
    } finally {
      setAsking(null);
    }
  };
  const underWay = state?.state === "offered" || state?.state === "sending";
  return {
    possible,
    asking,
    busy: asking !== null || underWay,
    download,
    state,
    refused,
    start: (ask) => void run(ask),
  };
}

function follow({ path, fileName }: Download): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = fileName;
  link.click();
}
