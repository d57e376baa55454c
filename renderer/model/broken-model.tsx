import { Link } from "@tanstack/react-router";
import { RotateCw, Wrench } from "lucide-react";
import type { LoadProblem, ServerStatus } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { unavailableReason } from "../host/last-known.tsx";
import type { ModelSearch } from "../search.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { showError, showSuccess } from "../ui/toasts.tsx";
import { describeRemedy } from "./describe-remedy.ts";

interface BrokenModelProps {
  readonly model: string;
  readonly server: ServerStatus;
  /** Why it doesn't serve, in the server's words. */
  readonly reason: string;
  /** The cause, if the host can determine it. */
  readonly problem: LoadProblem;
}

/** Why a model doesn't serve, and how to fix it. */
export function BrokenModel({ model, server, reason, problem }: BrokenModelProps) {
  const reads = server.capabilities.includes("configuration");
  const config = useRequest("configs.get", { serverId: server.id, model }, { enabled: reads }).data;
  const folder = config?.path.replace(/[\\/]config\.pbtxt$/, "") ?? "";
  return (
    <Notice
      tone="bad"
      title={`${model} can't be loaded`}
      actions={<Remedies model={model} server={server} problem={problem} editable={reads} />}
    >
      <p>{reason}</p>
      <p className="mt-1">{describeRemedy(problem, model, folder)}</p>
    </Notice>
  );
}

interface RemediesProps {
  readonly model: string;
  readonly server: ServerStatus;
  readonly problem: LoadProblem;
  /** Whether its configuration can be read. */
  readonly editable: boolean;
}

function Remedies({ model, server, problem, editable }: RemediesProps) {
  const inConfig = problem.kind === "configuration" || problem.kind === "other";
  return (
    <>
      {problem.kind === "part" && (
        <Link
          to="/models/$name"
          params={{ name: problem.model }}
          search={{ server: server.id }}
          className={buttonClass("primary")}
        >
          <Wrench aria-hidden="true" />
          Fix {problem.model}
        </Link>
      )}
      {editable && (
        <Link
          to="/models/$name"
          params={{ name: model }}
          search={(now: ModelSearch) => ({
            ...now,
            tab: "configuration" as const,
            fix: (now.fix ?? 0) + 1,
          })}
          className={buttonClass(inConfig ? "primary" : "secondary")}
        >
          <Wrench aria-hidden="true" />
          {inConfig ? "Fix" : "Open configuration"}
        </Link>
      )}
      {!inConfig && server.capabilities.includes("load") && (
        <LoadAgain model={model} server={server} primary={problem.kind !== "part"} />
      )}
    </>
  );
}

function LoadAgain(props: { model: string; server: ServerStatus; primary: boolean }) {
  const { model, server, primary } = props;
  const load = useAction("models.load");
  const off = unavailableReason(server);
  return (
    <Button
      look={primary ? "primary" : "secondary"}
      disabled={load.isPending || off !== undefined}
      data-hint={off}
      onClick={() =>
        load.mutate(
          { serverId: server.id, model },
          {
            onSuccess: () => showSuccess(`${model} is loaded`),
            onError: (error) => showError(`${model} can't be loaded.`, error),
          },
        )
      }
    >
      <RotateCw aria-hidden="true" />
      Load again
    </Button>
  );
}
