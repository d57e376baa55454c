import { Link } from "@tanstack/react-router";
import type { ExperimentSummary } from "../../../main/contract/index.ts";
import { useRequest } from "../../host/requests.ts";
import { useTraffic } from "../../host/topics.ts";

/** What a restart of the embedded engine interrupts. */
interface Interrupted {
  /** Whether sample traffic runs. */
  readonly traffic: boolean;
  /** Those that run on it. */
  readonly experiments: readonly ExperimentSummary[];
}

export function useInterruptedWork(): Interrupted {
  const traffic = useTraffic();
  const { data } = useRequest("lab.list", { state: "running" });
  return {
    traffic: traffic?.running ?? false,
    experiments: data?.filter(({ plan }) => plan.serverId === "embedded") ?? [],
  };
}

/** Sentences that follow those about the restart. */
export function InterruptedWork({ traffic, experiments }: Interrupted) {
  return (
    <>
      {traffic && " Sample traffic stops."}
      {experiments.map(({ id, name }) => (
        <span key={id}>
          {" "}
          Experiment{" "}
          <Link
            to="/experiments/$id"
            params={{ id: String(id) }}
            className="font-semibold text-accent underline"
          >
            {name}
          </Link>{" "}
          is running and fails.
        </span>
      ))}
    </>
  );
}
