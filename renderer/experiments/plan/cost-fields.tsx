import { useState } from "react";
import { type Costs, describeCosts } from "../../../main/contract/index.ts";
import { Fold } from "../../ui/fold.tsx";
import { CostInputs } from "../cost-inputs.tsx";
import { readCosts, typeCosts } from "../cost-typed.ts";
import { usePlan } from "./plan-context.ts";
import { errorWithin } from "./validate.ts";

/** The plan takes it for what it is: not valid. */
const WRONG: Costs = { price: null, gpus: null, watts: Number.NaN };

/** What the measured server costs and draws. */
export function CostFields() {
  const { plan, errors, change } = usePlan();
  const [typed, setTyped] = useState(() => typeCosts(plan.costs));
  const read = readCosts(typed);
  return (
    <Fold
      title="Price and power"
      summary={"costs" in read ? describeCosts(plan.costs) : "not valid"}
      wrong={errorWithin(errors, "costs") !== null}
    >
      <div className="flex flex-col gap-4">
        <p className="max-w-prose text-muted text-xs">
          For the cost and energy of a million tokens, requests or inferences. They change no
          measurement and can be changed in the result.
        </p>
        <CostInputs
          typed={typed}
          read={read}
          onType={(next) => {
            setTyped(next);
            const costs = readCosts(next);
            change({ costs: "costs" in costs ? (costs.costs ?? undefined) : WRONG });
          }}
        />
      </div>
    </Fold>
  );
}
