import { useNavigate } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import type { ExperimentSummary } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { useServer, useServers } from "../host/topics.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { tellError } from "../ui/toasts.tsx";
import { nextRunName, planAgain } from "./plan/plan-again.ts";
import { useTurnTaken } from "./use-turn.ts";

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
  const taken = useTurnTaken();
  const start = useAction("lab.start", ["lab.list"]);
  const run = () => {
    const known = servers.some((each) => each.id === plan.serverId);
    start.mutate(
      {
        plan: planAgain(plan, known ? plan.serverId : (server?.id ?? plan.serverId)),
        name: nextRunName(name),
      },
      {
        onSuccess: ({ id: next }) =>
          void navigate(
            plan.goal.kind === "compare"
              ? { to: "/experiments/$id", params: { id: String(next) } }
              : { to: "/experiments/compare", search: { before: { id }, after: { id: next } } },
          ),
        onError: (error) => tellError("The experiment did not start.", error),
      },
    );
  };
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
