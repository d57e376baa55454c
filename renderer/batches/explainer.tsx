import { useMemo } from "react";
import type { ModelDetail, ModelOverview, ReasonCount } from "../../main/contract/index.ts";
import { DISPATCH_REASONS } from "../../main/contract/index.ts";
import type { Span } from "../charts/samples.ts";
import { formatCount, formatDuration, formatPercent } from "../format/numbers.ts";
import { Card } from "../ui/card.tsx";
import { adviceOn } from "./advice.ts";
import { readBatching } from "./batching-config.ts";
import { type BatchLog, reasonsWithin } from "./batch-log.ts";
import { sum } from "./reason-counts.ts";
import { reasonLooks } from "./reasons.ts";

interface ExplainerProps {
  readonly log: BatchLog;
  readonly span: Span;
  readonly overview: ModelOverview | undefined;
  /** The active configuration; null if unknown. */
  readonly config: ModelDetail["config"];
}

/** Shares of the reasons why batches were sent, with advice; also the legend of the timeline. */
export function Explainer({ log, span, overview, config }: ExplainerProps) {
  const counts = useMemo(() => reasonsWithin(log, span), [log, span]);
  const total = sum(counts, ({ batches }) => batches);
  const advice = adviceOn(counts, {
    dynamicBatching: overview?.dynamicBatching ?? null,
    maxBatchSize: overview?.maxBatchSize ?? null,
    ...readBatching(config),
  });
  return (
    <Card
      title="Why batches were sent"
      className="min-w-0 max-[110rem]:lg:col-span-2"
      aside={<span className="text-muted text-xs">in the time that the time line shows</span>}
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        <p aria-live="off">{advice}</p>
        <div aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded bg-sunken">
          {counts.map(({ reason, batches }) => (
            <span
              key={reason}
              style={{
                width: `${(batches / total) * 100}%`,
                background: reasonLooks[reason].color,
              }}
            />
          ))}
        </div>
        <ReasonTable counts={counts} total={total} />
      </div>
    </Card>
  );
}

function ReasonTable({ counts, total }: { counts: readonly ReasonCount[]; total: number }) {
  return (
    <table className="w-full border-collapse text-xs">
      <caption className="sr-only">Batches by the reason they were sent</caption>
      <thead className="text-muted">
        <tr className="border-line border-b">
          <th scope="col" className="py-1 text-left font-medium">
            Reason
          </th>
          <th scope="col" className="px-2 py-1 text-right font-medium">
            Share
          </th>
          <th scope="col" className="whitespace-nowrap px-2 py-1 text-right font-medium">
            Mean size
          </th>
          <th
            scope="col"
            className="whitespace-nowrap py-1 text-right font-medium"
            data-hint="Mean over the batches of how long their oldest request had waited."
          >
            Oldest wait
          </th>
        </tr>
      </thead>
      <tbody>
        {DISPATCH_REASONS.map((reason) => {
          const { label, glyph, color, glyphColor, meaning } = reasonLooks[reason];
          const found = counts.find((each) => each.reason === reason);
          return (
            <tr key={reason} className="border-line border-b align-top last:border-b-0">
              <th scope="row" className="py-1 text-left font-normal">
                <span className="flex items-start gap-2">
                  <span
                    aria-hidden="true"
                    className="inline-flex size-4 shrink-0 items-center justify-center rounded-sm font-semibold text-[10px]"
                    style={{ background: color, color: glyphColor }}
                  >
                    {glyph}
                  </span>
                  <span>
                    <span className="font-medium">{label}</span>{" "}
                    <span className="text-muted">{meaning}</span>
                  </span>
                </span>
              </th>
              <td className="whitespace-nowrap px-2 py-1 text-right">
                {formatPercent(found ? found.batches / total : 0)}
              </td>
              <td className="px-2 py-1 text-right">
                {formatCount(found ? found.items / found.batches : null)}
              </td>
              <td className="whitespace-nowrap py-1 text-right">
                {formatDuration(found ? found.oldestWaitMs / found.batches : null)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
