import {
  cachedShare,
  type Experiment,
  formatPrefixGroup,
} from "../../../../main/contract/index.ts";
import { stepName } from "../../../figures/experiment-text.ts";
import { formatCount, formatPercent } from "../../../format/numbers.ts";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { PercentileValue } from "../percentile-value.tsx";

/** Requests by the prefix that they share; nothing where prompts share none. */
export function PrefixTable({ experiment }: { experiment: Experiment }) {
  const rows = experiment.steps.flatMap((step) =>
    (step.chat?.prefixGroups ?? []).map((group) => ({ step, group })),
  );
  if (rows.length === 0) return null;
  const isReported = rows.some(({ group }) => group.cachedTokens !== null);
  return (
    <Card
      title="Shared prefixes"
      aside={
        <span className="text-muted text-xs">
          {isReported
            ? "Cached: prompt tokens from the server's prefix cache, as its usage reports them"
            : "This server's usage reports no cached tokens"}
        </span>
      }
    >
      <DataTable
        caption="Requests by shared prefix"
        columns={[
          { key: "load", head: "Step" },
          { key: "group", head: "Prefix" },
          { key: "responses", head: "Responses", numeric: true },
          { key: "failures", head: "Failures", numeric: true },
          { key: "first50", head: "First token p50", numeric: true },
          { key: "first99", head: "First token p99", numeric: true },
          { key: "prompt", head: "Prompt tokens", numeric: true },
          ...(isReported ? [{ key: "cached", head: "Cached", numeric: true }] : []),
        ]}
        rows={rows.map(({ step, group }) => ({
          key: `${step.startedAt} ${group.group}`,
          cells: [
            <span key="load" className="whitespace-nowrap font-semibold">
              {stepName(experiment, step)}
            </span>,
            formatPrefixGroup(group),
            formatCount(group.successes),
            formatCount(group.failures),
            <PercentileValue key="f50" response={group.firstToken.p50} service={undefined} />,
            <PercentileValue key="f99" response={group.firstToken.p99} service={undefined} />,
            formatCount(group.promptTokens),
            ...(isReported ? [formatPercent(cachedShare(group))] : []),
          ],
        }))}
      />
    </Card>
  );
}
