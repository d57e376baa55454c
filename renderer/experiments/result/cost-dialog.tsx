import { useState } from "react";
import type { Experiment } from "../../../main/contract/index.ts";
import { useAction } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { CostInputs } from "../cost-inputs.tsx";
import { readCosts, typeCosts } from "../cost-typed.ts";

interface CostDialogProps {
  readonly experiment: Experiment;
  readonly onClose: () => void;
}

/** Price and power of the measured server, which don't change measurements and can be entered after the run. */
export function CostDialog({ experiment, onClose }: CostDialogProps) {
  const [typed, setTyped] = useState(() => typeCosts(experiment.plan.costs));
  const update = useAction("lab.update", ["lab.get", "lab.list", "lab.compare"]);
  const read = readCosts(typed);
  const save = () =>
    "costs" in read &&
    update.mutate({ id: experiment.id, costs: read.costs }, { onSuccess: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Price and power"
      description="Of the measured server. Leave empty what is unknown. Runs of the same plan keep both."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!("costs" in read) || update.isPending} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {update.error && <ErrorNotice title="Can't save price and power" error={update.error} />}
        <CostInputs typed={typed} read={read} onType={setTyped} onSubmit={save} />
      </div>
    </Dialog>
  );
}
