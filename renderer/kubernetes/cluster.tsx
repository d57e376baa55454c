import { ShipWheel } from "lucide-react";
import type { ClusterView, KnownContext } from "../../main/contract/index.ts";
import { useTopic } from "../host/topics.ts";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Notice } from "../ui/notice.tsx";
import { ClusterCard } from "./cluster-card.tsx";
import { InferencePools } from "./inference-pools.tsx";
import { Jobs } from "./jobs/jobs.tsx";
import { WorkloadCard } from "./workload-card.tsx";
import { Dot } from "../ui/badge.tsx";
import { DataTable } from "../ui/data-table.tsx";

/** One or all namespaces of a cluster. */
export function Cluster({ context }: { context: KnownContext }) {
  const { id, namespace } = context;
  const view = useTopic("kubernetes.view", { id, namespace });
  if (!view) return <p className="text-muted">Waiting for the host…</p>;
  return (
    <>
      <ClusterCard context={context} view={view} />
      {view.gaps.length > 0 && (
        <Notice tone="warn" title="Some resources can't be read and are left out">
          <ul className="list-disc pl-4">
            {view.gaps.map((gap) => (
              <li key={gap}>{gap}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Jobs context={context} />
      {view.workloads.map((workload) => (
        <WorkloadCard key={workload.key} workload={workload} context={context} />
      ))}
      {view.state === "live" && view.workloads.length === 0 && (
        <Nothing view={view} namespace={namespace} />
      )}
      {view.inferencePools.length > 0 && <InferencePools view={view} context={context} />}
      {view.inferenceServices.length > 0 && <InferenceServices view={view} />}
    </>
  );
}

function Nothing({ view, namespace }: { view: ClusterView; namespace: string }) {
  const where = namespace === "" ? "this cluster" : `the namespace ${namespace}`;
  return (
    <Card>
      <Empty icon={<ShipWheel aria-hidden="true" />} title={`No model servers in ${where}`}>
        {view.pods === 0 ? "There are no pods. " : `${view.pods} pods checked. `}
        Triton, vLLM, TorchServe, TensorFlow Serving, MLServer, OpenVINO Model Server, Ray Serve and
        KServe are known by image, command, labels and ports.{" "}
        {namespace === ""
          ? "Connect any other server by its address, under Connections."
          : "Choose another namespace above, or all of them."}
      </Empty>
    </Card>
  );
}

/** KServe's custom resources, including those without pods. */
function InferenceServices({ view }: { view: ClusterView }) {
  return (
    <Card title="KServe inference services">
      <DataTable
        caption="KServe inference services"
        columns={[
          { key: "name", head: "Name" },
          { key: "state", head: "State" },
          { key: "format", head: "Format" },
          { key: "runtime", head: "Runtime" },
          { key: "url", head: "URL" },
        ]}
        rows={view.inferenceServices.map((each) => ({
          key: `${each.namespace}/${each.name}`,
          cells: [
            `${each.namespace}/${each.name}`,
            <div key="state">
              <span className="flex items-center gap-2">
                <Dot tone={each.ready ? "good" : "warn"} />
                {each.ready ? "Ready" : "Not ready"}
              </span>
              {each.reason && <div className="text-muted text-xs wrap-anywhere">{each.reason}</div>}
            </div>,
            each.format || "—",
            each.runtime || "—",
            <span key="url" className="font-mono text-xs wrap-anywhere">
              {each.url || "—"}
            </span>,
          ],
        }))}
      />
    </Card>
  );
}
