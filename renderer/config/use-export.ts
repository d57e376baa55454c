import { useState } from "react";
import { StatusError } from "../../base/status-error.ts";
import type { RequestParams, RequestResult } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";
import { newExportId } from "../host/downloads/export-progress.tsx";

type Exported = RequestResult<"configs.export">;

export interface ExportRun {
  /** Of the running export; null without one. */
  readonly id: string | null;
  readonly error: StatusError | null;
  readonly done: Exported | null;
  readonly start: (request: Omit<RequestParams<"configs.export">, "id">) => void;
  readonly cancel: () => void;
}

/** Runs one export at a time, with progress and cancellation. */
export function useExport(): ExportRun {
  const { client } = useHost();
  const [running, setRunning] = useState<{
    readonly id: string;
    readonly controller: AbortController;
  } | null>(null);
  const [error, setError] = useState<StatusError | null>(null);
  const [done, setDone] = useState<Exported | null>(null);
  const run = async (request: Omit<RequestParams<"configs.export">, "id">) => {
    const giveUp = new AbortController();
    const id = newExportId();
    setRunning({ id, controller: giveUp });
    setError(null);
    setDone(null);
    try {
      setDone(
        await client.request("configs.export", { ...request, id }, { signal: giveUp.signal }),
      );
    } catch (thrown) {
      if (!giveUp.signal.aborted) setError(StatusError.from(thrown));
    } finally {
      setRunning(null);
    }
  };
  return {
    id: running?.id ?? null,
    error,
    done,
    start: (request) => void run(request),
    cancel: () => running?.controller.abort(),
  };
}
