import { Pencil } from "lucide-react";
import { useState } from "react";
import {
  describeCostSources,
  type Experiment,
  formatCost,
  formatEnergy,
  MILLION_LABELS,
  missingPowerReason,
  type MillionCost,
  stepCost,
} from "../../../main/contract/index.ts";
import { stepName } from "../../figures/experiment-text.ts";
import { NONE } from "../../format/numbers.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { CostDialog } from "./cost-dialog.tsx";

/** Cost and energy per million tokens, requests or inferences, as far as price and power are known. */
export function CostCard({ experiment }: { experiment: Experiment }) {
  const [isOpen, setOpen] = useState(false);
  const { plan, steps } = experiment;
  const rows = steps.map((step) => ({ step, cost: stepCost(step, plan.costs) }));
  const known = rows.flatMap(({ cost }) => cost ?? []);
  const kinds = [...new Set(known.flatMap(({ millions }) => millions.map(({ of }) => of)))];
  const missing = new Set(steps.flatMap(({ power }) => missingPowerReason(power) ?? []));
  const sources = [...new Set(known.flatMap(describeCostSources))];
  return (
    <Card
      title="Cost and energy of a million"
      aside={
        <Button onClick={() => setOpen(true)}>
          <Pencil aria-hidden="true" />
          {plan.costs ? "Edit price and power" : "Enter price and power"}
        </Button>
      }
    >
      {known.length === 0 ? (
        <p className="px-4 py-3 text-muted">
          {plan.costs
            ? "No cost: nothing succeeded, or the number of GPUs is unknown."
            : "Neither price nor power of the server is known."}
        </p>
      ) : (
        <>
          <DataTable
            caption="Cost and energy of a million"
            columns={[
              { key: "load", head: "Step" },
              ...kinds.map((of) => ({
                key: of,
                head: `Per million ${MILLION_LABELS[of]}`,
                numeric: true,
              })),
            ]}
            rows={rows.map(({ step, cost }, index) => ({
              key: index,
              cells: [
                <span key="load" className="flex flex-col leading-4">
                  <span className="whitespace-nowrap font-semibold">
                    {stepName(experiment, step)}
                  </span>
                  {step.verdict.verdict === "invalid" && (
                    <span className="text-bad text-xs">Invalid</span>
                  )}
                </span>,
                ...kinds.map((of) => (
                  <Million
                    key={of}
                    million={cost?.millions.find((each) => each.of === of)}
                    currency={cost?.currency ?? null}
                  />
                )),
              ],
            }))}
          />
          <p className="px-4 py-3 text-muted text-xs">
            {sources.join(" ")} Each column carries the whole cost.
          </p>
        </>
      )}
      {[...missing].map((reason) => (
        <p key={reason} className="px-4 pb-3 text-muted text-xs">
          {reason}
        </p>
      ))}
      {isOpen && <CostDialog experiment={experiment} onClose={() => setOpen(false)} />}
    </Card>
  );
}

interface MillionProps {
  readonly million: MillionCost | undefined;
  readonly currency: string | null;
}

function Million({ million, currency }: MillionProps) {
  if (!million) return NONE;
  const { cost, kWh } = million;
  return (
    <span className="flex flex-col items-end leading-4">
      {cost !== null && <span>{formatCost(cost, currency)}</span>}
      {kWh !== null && (
        <span className={cost === null ? "" : "text-muted text-xs"}>{formatEnergy(kWh)}</span>
      )}
    </span>
  );
}
