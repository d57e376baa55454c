import type { Experiment } from "../../../main/contract/index.ts";
import { formatBytes } from "../../format/numbers.ts";
import { Card } from "../../ui/card.tsx";
import { formatProtocol } from "../../figures/experiment-text.ts";
import { Facts } from "./facts.tsx";

/** What an experiment ran on and with. */
export function EnvironmentCard({ experiment }: { experiment: Experiment }) {
  const { environment, plan } = experiment;
  return (
    <Card title="Environment">
      <div className="flex flex-col gap-3 px-4 py-3">
        <Facts
          facts={[
            ["Server", environment.server],
            ["Version", environment.serverVersion ?? "not reported"],
            [
              "Load came from",
              environment.sameMachine ? "the server’s own machine" : "another machine",
            ],
            ["Processor", `${environment.cpuModel}, ${environment.cpus} CPUs`],
            ["Memory", formatBytes(environment.memoryBytes)],
            ["System", environment.platform],
            ["Machine", <code key="machine">{environment.fingerprint}</code>],
            ["Protocol", formatProtocol(plan.wire)],
            ["Seed", plan.seed],
          ]}
        />
        {environment.configText !== "" && (
          <details>
            <summary className="font-medium">Active configuration</summary>
            <pre
              // It scrolls by itself where it is narrow, so it takes the focus.
              tabIndex={0}
              className="mt-2 max-h-96 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs"
            >
              {environment.configText}
            </pre>
          </details>
        )}
        <details>
          <summary className="font-medium">Plan</summary>
          <pre
            tabIndex={0}
            className="mt-2 max-h-96 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs"
          >
            {JSON.stringify(plan, null, 2)}
          </pre>
        </details>
      </div>
    </Card>
  );
}
