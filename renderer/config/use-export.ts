import { useId, useState } from "react";
import { StatusError } from "../../base/status-error.ts";
import type { ExportProgress, RequestParams, RequestResult } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";
import { useTopic } from "../host/topics.ts";

type Exported = RequestResult<"configs.export">;

export interface ExportRun {
  readonly progress: ExportProgress | null;
  readonly running: boolean;
  readonly error: StatusError | null;
  readonly done: Exported | null;
  readonly start: (request: Omit<RequestParams<"configs.export">, "id">) => void;
  readonly cancel: () => void;
}

/** Runs one export at a time, with progress and cancellation. */
export function useExport(): ExportRun {
  const { client } = useHost();
  const id = useId();
  const [controller, setController] = useState<AbortController | null>(null);
  const [error, setError] = useState<StatusError | null>(null);
  const [done, setDone] = useState<Exported | null>(null);
  const progress = useTopic("configs.exportProgress", controller ? { id } : null);
  const run = async (request: Omit<RequestParams<"configs.export">, "id">) => {
    const giveUp = new AbortController();
    setController(giveUp);
    setError(null);
    setDone(null);
    try {
      setDone(
        await client.request("configs.export", { ...request, id }, { signal: giveUp.signal }),
      );
    } catch (thrown) {
      if (!giveUp.signal.aborted) setError(StatusError.from(thrown));
    } finally {
      setController(null);
    }
  };
  return {
    progress,
    running: controller !== null,
    error,
    done,
    start: (request) => void run(request),
    cancel: () => controller?.abort(),
  };
}
