import type { ServerStatus } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useOverview } from "../host/topics.ts";
import { CopyButton } from "../ui/copy-button.tsx";
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
      <Example title={`curl, ${data.name}`} text={curlExample(server.endpoints.http, data)} />
      <Example title={`Python, ${data.name}`} text={pythonExample(server.endpoints.grpc, data)} />
    </div>
  );
}

function Example({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <div className="mb-1 flex items-center justify-between">
        <h3 className="font-medium">{title}</h3>
        <CopyButton name={`Copy: ${title}`} text={text} />
      </div>
      <pre
        // Scrolls by itself, so it takes the focus.
        tabIndex={0}
        role="region"
        aria-label={`Example: ${title}`}
        className="overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs"
      >
        {text}
      </pre>
    </section>
  );
}
