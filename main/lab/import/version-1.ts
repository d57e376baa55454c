import { z } from "zod";
import { planOfV1, planV1, stepOfV1, stepV1 } from "../store/upgrade.ts";
import { checkHistogram } from "./check-histogram.ts";
import { instant } from "./instant.ts";
import { checked } from "./schema-complaint.ts";

const document = z.looseObject({
  plan: planV1,
  steps: z.array(stepV1.extend({ startedAt: instant })),
  environment: z.looseObject({}),
});

/** Converts a JSON document of version 1 to version 2: a closed loop over one model, whose steps were not judged. */
export function upgradeDocument(raw: Record<string, unknown>): Record<string, unknown> {
  const { plan, steps, environment, ...same } = checked(document, raw);
  steps.forEach(({ histogram }, i) => checkHistogram(histogram, `steps[${i}].histogram`));
  return {
    ...same,
    version: 2,
    plan: planOfV1(plan),
    steps: steps.map((step) => ({
      ...stepOfV1(step),
      startedAt: new Date(step.startedAt).toISOString(),
    })),
    environment: { memoryBytes: 0, fingerprint: "", sameMachine: false, ...environment },
    tags: [],
    pinned: false,
    note: "",
    annotations: [],
    search: null,
    comparisons: [],
  };
}
