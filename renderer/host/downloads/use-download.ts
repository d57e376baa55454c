import { useState } from "react";
import { StatusError } from "../../../base/status-error.ts";
import type { HostClient } from "../../../main/contract/client.ts";
import type { Download, DownloadState } from "../../../main/contract/index.ts";
import { useHost } from "../context.tsx";
import { useRequest } from "../requests.ts";
import { useTopic } from "../topics.ts";

export interface DownloadRun {
  /** Whether this host supports downloads. */
  readonly possible: boolean;
  /** From the request to its end. */
  readonly busy: boolean;
  readonly download: Download | null;
  readonly state: DownloadState | null;
  /** Why it was rejected before it started. */
  readonly refused: StatusError | null;
  readonly start: (ask: (client: HostClient) => Promise<Download>) => void;
}

/** One download of a folder at a time, fetched by the browser. */
export function useDownload(): DownloadRun {
  const { client } = useHost();
  const possible = useRequest("host.info", {}).data?.capabilities.download === true;
  const [asking, setAsking] = useState(false);
  const [download, setDownload] = useState<Download | null>(null);
  const [refused, setRefused] = useState<StatusError | null>(null);
  const state = useTopic("downloads.state", download && { id: download.id });
  const run = async (ask: (client: HostClient) => Promise<Download>) => {
    setAsking(true);
    setDownload(null);
    setRefused(null);
    try {
      const made = await ask(client);
      setDownload(made);
      follow(made);
    } catch (thrown) {
      setRefused(StatusError.from(thrown));
    } finally {
      setAsking(false);
    }
  };
  const underWay = state?.state === "offered" || state?.state === "sending";
  return {
    possible,
    busy: asking || underWay,
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
