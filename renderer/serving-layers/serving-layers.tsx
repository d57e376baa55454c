import { useState } from "react";
import { Page } from "../ui/page.tsx";
import { fittingLayers } from "./fitting.ts";
import { LayerFits } from "./layer-fits.tsx";
import { UNKNOWN, type Workload } from "./questions.ts";
import { WorkloadForm } from "./workload-form.tsx";

/** Asks about a workload and shows which serving layers fit, with reasons and sources. */
export function ServingLayers() {
  const [workload, setWorkload] = useState<Workload>(UNKNOWN);
  return (
    <Page
      title="Which serving layer fits?"
      subtitle="By what the projects say of themselves. Measure before you decide: the lab loads whatever is connected."
    >
      <div className="grid items-start gap-4 lg:grid-cols-[22rem_1fr]">
        <WorkloadForm workload={workload} onChange={setWorkload} />
        <LayerFits fits={fittingLayers(workload)} workload={workload} />
      </div>
    </Page>
  );
}
