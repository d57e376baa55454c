import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import type { TorchserveManaged } from "../../main/contract/index.ts";
import { IconButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import type { ModelOfServer } from "./dialog-props.ts";
import { Version } from "./version.tsx";
import { useRequest } from "../host/requests.ts";
import { isSettling } from "./scaling.ts";

/** The workers of a TorchServe model by version, with actions. */
export function TorchServeWorkers({ serverId, model }: ModelOfServer) {
  const { data, error, refetch, settling } = useTorchServeModel(serverId, model);
  const [done, setDone] = useState<TorchserveManaged | null>(null);
  const gone = done?.done && done.now === null;
  return (
    <Card
      title={`Workers of ${model}`}
      aside={
        <span className="flex items-center gap-2 text-muted">
          {settling && <span role="status">Scaling workers…</span>}
          <IconButton label={`Read the workers of ${model} again`} onClick={() => void refetch()}>
            <RefreshCw aria-hidden="true" />
          </IconButton>
        </span>
      }
    >
      {done && (
        <div className="px-4 pt-3">
          <Notice tone={done.done ? "good" : "accent"} title="TorchServe says">
            {done.said}
          </Notice>
        </div>
      )}
      {error && !gone && (
        <div className="p-4">
          <ErrorNotice title="Can't read the workers" error={error} />
        </div>
      )}
      {!data && !error && <p className="px-4 py-6 text-muted">Asking TorchServe…</p>}
      {data &&
        !gone &&
        data.versions.map((version) => (
          <Version
            key={version.version}
            of={{ serverId, model }}
            version={version}
            all={data.versions}
            onDone={setDone}
          />
        ))}
    </Card>
  );
}

const AGAIN_MS = 2000;

/** A model's description from TorchServe; read again while workers start or stop. */
function useTorchServeModel(serverId: string, model: string) {
  const asked = useRequest("torchserve.model", { serverId, model });
  const { data, refetch } = asked;
  const settling = data?.versions.some(isSettling) ?? false;
  useEffect(() => {
    if (!settling) return;
    const again = setInterval(() => void refetch(), AGAIN_MS);
    return () => clearInterval(again);
  }, [settling, refetch]);
  return { ...asked, settling };
}
