import { Link } from "@tanstack/react-router";
import type { ModelOverview, ServerStatus } from "../../main/contract/index.ts";
import { count } from "../format/words.ts";
import { useOverview } from "../host/topics.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { FailureCell } from "./failure-cell.tsx";
import { LastKnown } from "./last-known.tsx";
import { LoadButton } from "./load-button.tsx";
import { ModelBadges } from "./model-badges.tsx";
import { describeModelState } from "./model-state.ts";

const FAILURES_HINT = "Failed requests of the last minute, and in all since the model was loaded.";

/** The repository of a Triton: what is loaded, and why something is not. */
export function Repository({ server }: { server: ServerStatus }) {
  const frame = useOverview(server.id);
  return (
    <>
      <LastKnown server={server} told={frame !== null} />
      <Card>
        {!frame && <p className="px-4 py-6 text-muted">Waiting for the server…</p>}
        {frame?.models.length === 0 && <Empty title="The model repository is empty" />}
        {frame && frame.models.length > 0 && (
          <DataTable
            caption="Models of the repository"
            columns={[
              { key: "name", head: "Model" },
              { key: "state", head: "State" },
              {
                key: "failures",
                head: <span data-hint={FAILURES_HINT}>Failures</span>,
                numeric: true,
              },
              { key: "versions", head: "Versions" },
              { key: "batch", head: "Largest batch", numeric: true },
              { key: "configuration", head: "Configuration" },
              { key: "actions", head: <span className="sr-only">Actions</span>, numeric: true },
            ]}
            rows={frame.models.map((model) => ({
              key: model.name,
              cells: cellsOf(model, server),
            }))}
          />
        )}
      </Card>
    </>
  );
}

function cellsOf(model: ModelOverview, server: ServerStatus) {
  const { tone, words, hint } = describeModelState(model, server);
  return [
    <Link
      key="name"
      to="/models/$name"
      params={{ name: model.name }}
      className="block max-w-72 break-words font-semibold hover:text-accent hover:underline 2xl:max-w-none"
    >
      {model.name}
    </Link>,
    <span key="state">
      <Badge tone={tone} hint={hint}>
        {words}
      </Badge>
      {model.reason && (
        <span className="block max-w-xl break-words text-bad text-xs">{model.reason}</span>
      )}
    </span>,
    <FailureCell key="failures" outcomes={model} />,
    model.versions.join(", ") || "none",
    model.maxBatchSize === null
      ? "not known"
      : model.maxBatchSize === 0
        ? "does not batch"
        : count(model.maxBatchSize, "item"),
    <ModelBadges key="badges" model={model} />,
    server.capabilities.includes("load") ? (
      <LoadButton key="load" model={model} server={server} />
    ) : null,
  ];
}
