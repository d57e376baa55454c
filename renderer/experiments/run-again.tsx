import { useNavigate } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import type { ExperimentSummary } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { useOverview, useServer, useServers } from "../host/topics.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { showError } from "../ui/toasts.tsx";
import { nextRunName, planAgain, suggestedName } from "./plan/plan-again.ts";
import { useTurnTaken } from "../host/use-measurement-lock.ts";
import { mainModel } from "../figures/experiment-text.ts";

interface RunAgainProps {
  readonly experiment: Pick<ExperimentSummary, "id" | "name" | "plan">;
  readonly look?: ButtonLook;
  /** Default: "Run again". */
  readonly label?: string;
}

/** Runs the same plan at once and opens the comparison of both, which shows the progress until it is done. */
export function RunAgain({ experiment, look = "primary", label = "Run again" }: RunAgainProps) {
  const { id, name, plan } = experiment;
  const navigate = useNavigate();
  const servers = useServers() ?? [];
  const server = useServer();
  const model = mainModel(plan);
  const known = servers.some((each) => each.id === plan.serverId);
  const serverId = known ? plan.serverId : (server?.id ?? plan.serverId);
  const overview = useOverview(serverId)?.models.find((each) => each.name === model);
  const taken = useTurnTaken();
  const start = useAction("lab.start", ["lab.list"]);
  const run = () =>
    start.mutate(
      {
        plan: planAgain(plan, serverId),
        name: nextRunName(name, model, suggestedName(model, overview)),
      },
      {
        onSuccess: ({ id: next }) =>
          void navigate(
            plan.goal.kind === "compare"
              ? { to: "/experiments/$id", params: { id: String(next) } }
              : { to: "/experiments/compare", search: { before: { id }, after: { id: next } } },
          ),
        onError: (error) => showError("Can't start the experiment.", error),
      },
    );
  return (
    <Button
      look={look}
      disabled={start.isPending || taken !== null}
      data-hint={taken ?? "Runs the same plan now and compares the results."}
      onClick={run}
    >
      <RotateCcw aria-hidden="true" />
      {start.isPending ? "Starting…" : label}
    </Button>
  );
}
