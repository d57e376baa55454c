import { useQuery } from "@tanstack/react-query";
import type { DcgmGpu } from "../../main/contract/index.ts";
import { formatBytes, formatCount, formatPercent, NONE } from "../format/numbers.ts";
import { useHost } from "../host/context.tsx";
import { useTopic } from "../host/topics.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { findLink } from "../figures/panels/find-link.ts";

/** DCGM's exporter usually isn't scraped more often. */
const REFRESH_MS = 15_000;

/** GPUs of a server's pod or node, or of a fleet's replicas, as DCGM reports them; nothing without any. */
export function GpusCard({ serverId }: { serverId: string }) {
  const { client } = useHost();
  const link = findLink(useTopic("prometheus.links", {}), serverId);
  const { data, error } = useQuery({
    queryKey: ["prometheus.gpus", serverId, link?.prometheus, link?.labels],
    queryFn: ({ signal }) => client.request("prometheus.gpus", { serverId }, { signal }),
    enabled: link !== null,
    refetchInterval: REFRESH_MS,
  });
  if (link === null) return null;
  if (error) return <ErrorNotice title="Can't read the GPUs from Prometheus" error={error} />;
  if (!data || data.gpus.length === 0) return null;
  return (
    <Card
      title="GPUs"
      aside={
        <span className="text-muted">
          DCGM’s newest readings of the {data.by}, from Prometheus {data.name}
        </span>
      }
    >
      <DataTable
        caption="GPUs"
        {...(data.gpus.length > 12 && { maxHeight: 420 })}
        columns={[
          { key: "gpu", head: "GPU" },
          { key: "node", head: "Node" },
          { key: "pod", head: "Pod" },
          { key: "use", head: "Utilization", numeric: true },
          { key: "memory", head: "Memory", numeric: true },
          { key: "power", head: "Power (W)", numeric: true },
          { key: "heat", head: "Temperature (°C)", numeric: true },
        ]}
        rows={data.gpus.map((gpu) => ({
          key: `${gpu.node} ${gpu.uuid} ${gpu.instance} ${gpu.pod}`,
          cells: [
            <span key="gpu" data-hint={gpu.uuid || undefined}>
              {gpuName(gpu)}
            </span>,
            gpu.node || NONE,
            gpu.pod ? [gpu.namespace, gpu.pod].filter(Boolean).join("/") : NONE,
            formatPercent(gpu.utilization),
            memoryText(gpu),
            formatCount(gpu.watts),
            formatCount(gpu.celsius),
          ],
        }))}
      />
    </Card>
  );
}

function gpuName({ gpu, model, instance }: DcgmGpu): string {
  return [gpu, model, instance && `MIG ${instance}`].filter(Boolean).join(" ");
}

function memoryText({ memoryUsedBytes: used, memoryTotalBytes: total }: DcgmGpu): string {
  if (total === null) return formatBytes(used);
  return `${formatBytes(used)} of ${formatBytes(total)}`;
}
