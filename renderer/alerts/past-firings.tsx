import type { AlertFiring } from "../../main/contract/index.ts";
import { formatDuration } from "../format/numbers.ts";
import { formatMoment } from "../format/time.ts";
import { DataTable } from "../ui/data-table.tsx";
import { useNow } from "../ui/use-now.ts";
import { Place } from "./firing-now.tsx";
import { endWords } from "./alert-text.ts";

/** Past alerts, newest first. */
export function PastFirings({ firings }: { firings: readonly AlertFiring[] }) {
  const now = useNow(60_000);
  return (
    <DataTable
      caption="Past alerts"
      maxHeight={Math.min(420, 34 + firings.length * 33)}
      columns={[
        { key: "rule", head: "Rule" },
        { key: "where", head: "Where" },
        { key: "what", head: "What was seen" },
        { key: "began", head: "Began" },
        { key: "lasted", head: "Lasted" },
        { key: "end", head: "Ended by" },
      ]}
      rows={firings.map((firing) => ({
        key: firing.id,
        cells: [
          firing.rule,
          <Place key="where" firing={firing} />,
          <span key="what" className="text-muted">
            {firing.detail}
          </span>,
          <span key="began" className="whitespace-nowrap">
            {formatMoment(firing.firedAt, now)}
          </span>,
          <span key="lasted" className="whitespace-nowrap">
            {formatDuration((firing.endedAt ?? now) - firing.firedAt)}
          </span>,
          <span key="end" className="whitespace-nowrap text-muted">
            {firing.endedBy ? endWords[firing.endedBy] : ""}
          </span>,
        ],
      }))}
    />
  );
}
