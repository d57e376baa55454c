import type { ExperimentPlan, ServerStatus, Wire } from "../../../main/contract/index.ts";
import { useServerById } from "../../host/topics.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { wires } from "../../figures/experiment-text.ts";

interface WireFieldProps {
  readonly plan: ExperimentPlan;
  readonly onPick: (wire: Wire) => void;
}

/** The protocol of requests, among those with an address in the connection. */
export function WireField({ plan, onPick }: WireFieldProps) {
  const endpoints = useServerById(plan.serverId)?.endpoints ?? null;
  const fitting = wires.filter(({ value }) => (value === "openai") === (plan.wire === "openai"));
  const offered = fitting.filter(({ value }) => value === plan.wire || isThere(value, endpoints));
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="font-medium">Protocol</span>
      <Segmented
        label="Protocol"
        options={offered.map(({ value, label }) => ({ value, label }))}
        value={plan.wire}
        onPick={onPick}
      />
      <p className="text-muted text-xs">
        {wires.find(({ value }) => value === plan.wire)?.about}
        {offered.length < fitting.length && " The connection has no address for the others."}
      </p>
    </div>
  );
}

function isThere(wire: Wire, endpoints: ServerStatus["endpoints"]): boolean {
  if (!endpoints) return true;
  return endpoints[wire === "http" || wire === "openai" ? "http" : "grpc"] !== "";
}
