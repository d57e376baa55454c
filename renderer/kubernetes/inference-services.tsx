import type { ClusterView } from "../../main/contract/index.ts";
import { Dot } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";

/** KServe's custom resources, including those without pods. */
export function InferenceServices({ view }: { view: ClusterView }) {
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
