import type { ServerStatus } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useOverview } from "../host/topics.ts";
import { CopyableText } from "../ui/copyable-text.tsx";
import { curlExample, pythonExample } from "./example-texts.ts";

/** Requests to a model that is served right now, to copy and run. */
export function Examples({ server }: { server: ServerStatus }) {
  const frame = useOverview(server.id);
  const model = frame?.models.find((each) => each.state === "READY")?.name;
  const { data } = useRequest(
    "models.detail",
    { serverId: server.id, model: model ?? "" },
    { enabled: model !== undefined },
  );
  if (!data || !server.endpoints) return null;
  return (
    <div className="flex flex-col gap-3 border-line border-t px-4 py-3">
      <CopyableText
        title={`curl, ${data.name}`}
        label={`Example: curl, ${data.name}`}
        text={curlExample(server.endpoints.http, data)}
      />
      <CopyableText
        title={`Python, ${data.name}`}
        label={`Example: Python, ${data.name}`}
        text={pythonExample(server.endpoints.grpc, data)}
      />
    </div>
  );
}
