import type { ExperimentStep } from "../../../main/contract/index.ts";
import { formatCount } from "../../format/numbers.ts";
import { DataTable } from "../../ui/data-table.tsx";

/** What the client counted next to what the server did, over the same span. */
export function Reconciliation({ rows }: { rows: ExperimentStep["reconciliation"] }) {
  if (rows.length === 0) return null;
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-semibold">Client and server, reconciled</h3>
      <DataTable
        caption="Client and server, reconciled"
        columns={[
          { key: "name", head: "Figure" },
          { key: "client", head: "Client", numeric: true },
          { key: "server", head: "Server", numeric: true },
          { key: "difference", head: "Difference" },
        ]}
        rows={rows.map(({ name, client, server, difference }) => ({
          key: name,
          cells: [
            name,
            formatCount(client),
            formatCount(server),
            <span key="difference" className={difference ? "text-bad" : "text-muted"}>
              {difference ?? (client === server ? "none" : "no more than was out at both ends")}
            </span>,
          ],
        }))}
      />
    </section>
  );
}
