import { useState } from "react";
import { Page } from "../ui/page.tsx";
import { fittingLayers } from "./fitting.ts";
import { LayerFits } from "./layer-fits.tsx";
import { UNKNOWN, type Workload } from "./questions.ts";
import { WorkloadForm } from "./workload-form.tsx";

/** Asks what a workload is like, and says which serving layers fit it, why, and where that is written. */
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
