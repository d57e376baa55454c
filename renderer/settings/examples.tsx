import { Link } from "@tanstack/react-router";
import type { ModelDetail, ServerStatus } from "../../main/contract/index.ts";
import { firstRequest } from "../host/first-request.ts";
import { useRequest } from "../host/requests.ts";
import { useOverview } from "../host/topics.ts";
import { CopyableText } from "../ui/copyable-text.tsx";

const SHOWN: readonly string[] = ["curl", "python-grpc"];

/** Example requests to a currently serving model, to copy and run. */
export function Examples({ server }: { server: ServerStatus }) {
  const frame = useOverview(server.id);
  const model = frame?.models.find((each) => each.state === "READY")?.name;
  const { data } = useRequest(
    "models.detail",
    { serverId: server.id, model: model ?? "" },
    { enabled: model !== undefined },
  );
  if (!data || !server.endpoints) return null;
  return <ModelExamples detail={data} http={server.endpoints.http !== ""} />;
}

function ModelExamples({ detail, http }: { detail: ModelDetail; http: boolean }) {
  const { data } = useRequest(
    "clients.prepare",
    firstRequest(detail, http ? ["http", "grpc"] : ["grpc"]),
  );
  const programs = data?.programs.filter(({ language }) => SHOWN.includes(language)) ?? [];
  if (programs.length === 0) return null;
  return (
    <div className="flex flex-col gap-3 border-line border-t px-4 py-3">
      {programs.map(
        ({ language, title, text }) =>
          text !== null && (
            <CopyableText
              key={language}
              title={`${title}: ${detail.name}`}
              label={`Example: ${title}, ${detail.name}`}
              text={text}
            />
          ),
      )}
      <p className="text-muted">
        Other values and languages:{" "}
        <Link
          to="/models/$name"
          params={{ name: detail.name }}
          search={{ tab: "try" }}
          className="text-accent underline"
        >
          try {detail.name}
        </Link>
        .
      </p>
    </div>
  );
}
